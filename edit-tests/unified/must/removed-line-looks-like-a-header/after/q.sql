select 1;
-- new remark
select 2;

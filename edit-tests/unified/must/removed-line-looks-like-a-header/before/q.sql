select 1;
-- old remark
select 2;

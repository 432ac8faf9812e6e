int Total = 0;
int Count = 0;
return Total;

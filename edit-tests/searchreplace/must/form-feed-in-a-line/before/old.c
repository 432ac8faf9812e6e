int one;
/* page */ int two;
int three;
int four;

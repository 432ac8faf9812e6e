using System;
class A { }

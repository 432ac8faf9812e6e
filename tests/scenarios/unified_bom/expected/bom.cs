using System.IO;
using System.Net;
class A { }

module application {
  requires io.cambric.data;
  requires io.cambric.nn;

  opens application to
      io.cambric.core;
}

module application {
  requires io.cambric.data;
  requires io.cambric.starter;

  opens application to
      io.cambric.core;
}

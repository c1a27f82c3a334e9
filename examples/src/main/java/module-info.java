/** The examples, and the command line that runs them. */
module io.cambric.examples {
  requires io.cambric.data;
  requires io.cambric.models;
  requires io.cambric.layers;
  requires io.cambric.serving;
  requires io.cambric.training;
  requires io.cambric.optax;
  requires io.cambric.core;
  requires io.cambric.distributed;
  requires io.cambric.io;
  requires io.cambric.linen;
  requires io.cambric.text;
  requires static org.jspecify;
  requires java.logging;
  requires java.management;
  requires java.net.http;
  requires jdk.httpserver;
  requires jdk.jshell;
  requires jdk.management;
  requires info.picocli;
  requires tools.jackson.databind;

  uses io.cambric.examples.apart.ApartCommand;

  opens io.cambric.examples to
      info.picocli;
  opens io.cambric.examples.deps to
      info.picocli;
  opens io.cambric.examples.digits to
      io.cambric.core;
  opens io.cambric.examples.embed to
      io.cambric.core;
  opens io.cambric.examples.gallery to
      info.picocli,
      io.cambric.core;
  opens io.cambric.examples.gpt to
      io.cambric.core;
  opens io.cambric.examples.images to
      io.cambric.core;
  opens io.cambric.examples.jshell to
      info.picocli;
  opens io.cambric.examples.serve to
      io.cambric.core;
  opens io.cambric.examples.tabular to
      io.cambric.core;
}

/** The annotation processor, and the compiler plugin that checks method bodies. */
module io.cambric.processor {
  requires java.compiler;
  requires jdk.compiler;
  requires static org.jspecify;

  provides javax.annotation.processing.Processor with
      io.cambric.processor.CambricProcessor,
      io.cambric.processor.example.ExampleProcessor,
      io.cambric.processor.example.ListedExamplesProcessor;
  provides com.sun.source.util.Plugin with
      io.cambric.processor.body.CambricPlugin;
}

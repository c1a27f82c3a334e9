package io.cambric.processor.example;

import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.ElementReport;
import java.io.IOException;
import javax.annotation.processing.FilerException;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;

/** The tests of examples, as files of one compilation. */
final class ExampleTests {

  private final ProcessingEnvironment environment;
  private final ElementReport report;
  private final ExampleReader reader;

  ExampleTests(ProcessingEnvironment environment, ElementReport report) {
    this.environment = environment;
    this.report = report;
    this.reader = new ExampleReader(environment, report);
  }

  ExampleReader reader() {
    return reader;
  }

  /** Writes the test of a definition, unless all of its examples have mistakes. */
  void write(TypeElement definition) {
    var examples = reader.read(definition);
    if (examples.isEmpty()) {
      return;
    }
    var writer = new ExampleTestWriter(environment.getElementUtils(), definition);
    try (var file =
        environment.getFiler().createSourceFile(writer.name(), definition).openWriter()) {
      file.write(writer.write(examples));
    } catch (FilerException _) {
      report.about(
          DiagnosticCode.DUPLICATE_MODULE,
          definition,
          "The examples of %s would generate %s, which exists already."
              .formatted(definition.getSimpleName(), writer.name()),
          "Rename one of them.");
    } catch (IOException e) {
      environment
          .getMessager()
          .printMessage(Diagnostic.Kind.ERROR, "A file cannot be written: " + e, definition);
    }
  }
}

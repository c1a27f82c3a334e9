package io.cambric.processor.example;

import com.google.auto.service.AutoService;
import io.cambric.processor.report.ElementReport;
import io.cambric.processor.report.Severities;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;

/**
 * Writes the tests of the examples that the main sources of the project have. Annotations of JUnit
 * Jupiter start it, so compilations without tests never call it. It claims nothing.
 *
 * <p>Mutable: it works once in a compilation.
 */
@AutoService(Processor.class)
public final class ListedExamplesProcessor extends AbstractProcessor {

  /** The annotation of a test. */
  static final String TEST = "org.junit.jupiter.api.Test";

  private boolean isDone;

  /** For the compiler, which finds the processor as a service. */
  public ListedExamplesProcessor() {}

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of("org.junit.jupiter.*");
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public Set<String> getSupportedOptions() {
    return Severities.optionNames();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    var test = round.getRootElements().stream().findFirst();
    if (!isDone && !annotations.isEmpty() && test.isPresent()) {
      isDone = true;
      var report = new ElementReport(processingEnv, Severities.ofProcessor(processingEnv));
      var tests = new ExampleTests(processingEnv, report);
      new ExampleList(processingEnv).ofMainSources(test.get()).forEach(tests::write);
    }
    return false;
  }
}

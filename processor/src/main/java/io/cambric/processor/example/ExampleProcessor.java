package io.cambric.processor.example;

import com.google.auto.service.AutoService;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.report.ElementReport;
import io.cambric.processor.report.Severities;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/**
 * Reads the examples of definitions. Where JUnit Jupiter can be resolved, it writes their tests.
 * Otherwise the sources are main sources, and it lists the definitions for the compilation of the
 * tests.
 *
 * <p>Mutable: it collects the names of one compilation.
 */
@AutoService(Processor.class)
public final class ExampleProcessor extends AbstractProcessor {

  private final Set<String> names = new TreeSet<>();
  private @Nullable ExampleTests tests;

  /** For the compiler, which finds the processor as a service. */
  public ExampleProcessor() {}

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of(Annotated.EXAMPLE, Annotated.EXAMPLES);
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
  public synchronized void init(ProcessingEnvironment environment) {
    super.init(environment);
    tests =
        new ExampleTests(
            environment, new ElementReport(environment, Severities.ofProcessor(environment)));
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    var present = Objects.requireNonNull(tests);
    boolean isTests =
        processingEnv.getElementUtils().getTypeElement(ListedExamplesProcessor.TEST) != null;
    for (var definition : definitions(annotations, round)) {
      if (!present.reader().isDefinition(definition)) {
        continue;
      }
      if (isTests) {
        present.write(definition);
      } else if (!present.reader().read(definition).isEmpty()) {
        names.add(definition.getQualifiedName().toString());
      }
    }
    if (round.processingOver() && !names.isEmpty()) {
      list();
    }
    return true;
  }

  private void list() {
    try {
      new ExampleList(processingEnv).add(names);
    } catch (IOException e) {
      processingEnv
          .getMessager()
          .printMessage(Diagnostic.Kind.ERROR, "A file cannot be written: " + e);
    }
  }

  private static Set<TypeElement> definitions(
      Set<? extends TypeElement> annotations, RoundEnvironment round) {
    var definitions = new LinkedHashSet<TypeElement>();
    for (var annotation : annotations) {
      round.getElementsAnnotatedWith(annotation).stream()
          .filter(TypeElement.class::isInstance)
          .map(TypeElement.class::cast)
          .forEach(definitions::add);
    }
    return definitions;
  }
}

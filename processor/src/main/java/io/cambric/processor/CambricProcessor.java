package io.cambric.processor;

import com.google.auto.service.AutoService;
import io.cambric.processor.body.ShapesOption;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.report.ElementReport;
import io.cambric.processor.report.Severities;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/**
 * Generates module classes from definition records, and flatteners from {@code @PyTree} records.
 *
 * <p>Each processing round reads, checks and writes its annotated elements. It also takes up
 * elements of earlier processing rounds that waited for a type. The processor claims the
 * annotations of Cambric, which no other processor needs, and the annotations of JSpecify and of
 * Error Prone, which it reads. So {@code -Xlint:processing} has nothing to warn of.
 */
@AutoService(Processor.class)
public final class CambricProcessor extends AbstractProcessor {

  private @Nullable Rounds rounds;

  /** For the compiler, which finds the processor as a service. */
  public CambricProcessor() {}

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of(
        Annotated.MODULE,
        Annotated.COMPACT,
        Annotated.SETUP,
        Annotated.NOWRAP,
        Annotated.NAMED,
        Annotated.PY_TREE,
        Annotated.STATIC,
        Annotated.DIMS,
        Annotated.GENERATED,
        Annotated.NULLNESS,
        Annotated.RESULTS);
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public Set<String> getSupportedOptions() {
    return Stream.concat(Severities.optionNames().stream(), Stream.of(ShapesOption.NAME))
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public synchronized void init(ProcessingEnvironment environment) {
    super.init(environment);
    ShapesOption.read(environment);
    var messager = environment.getMessager();
    var severities = Severities.ofProcessor(environment);
    severities
        .complaints()
        .forEach(complaint -> messager.printMessage(Diagnostic.Kind.WARNING, complaint));
    rounds = new Rounds(environment, new ElementReport(environment, severities));
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    var present = Objects.requireNonNull(rounds);
    if (round.processingOver()) {
      present.finish();
    } else {
      present.run(name -> annotated(round, name));
    }
    return true;
  }

  private Set<? extends Element> annotated(RoundEnvironment round, String annotation) {
    var type = processingEnv.getElementUtils().getTypeElement(annotation);
    return type == null ? new LinkedHashSet<>() : round.getElementsAnnotatedWith(type);
  }
}

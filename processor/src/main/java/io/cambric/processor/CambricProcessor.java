package io.cambric.processor;

import com.google.auto.service.AutoService;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.Report;
import io.cambric.processor.report.Severities;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * Turns definition records into module classes and {@code @PyTree} records into pytrees.
 *
 * <p>Each round reads, checks and writes what is annotated in it and what earlier rounds left
 * waiting for a type. Claims no annotation.
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
        Annotated.STATIC);
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public Set<String> getSupportedOptions() {
    return Arrays.stream(DiagnosticCode.values())
        .map(code -> Severities.OPTION + code.tag())
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public synchronized void init(ProcessingEnvironment environment) {
    super.init(environment);
    var severities = Severities.of(environment.getOptions());
    rounds = new Rounds(environment, new Report(environment.getMessager(), severities));
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    var present = Objects.requireNonNull(rounds);
    if (round.processingOver()) {
      present.finish();
    } else {
      present.run(name -> annotated(round, name));
    }
    return false;
  }

  private Set<? extends Element> annotated(RoundEnvironment round, String annotation) {
    var type = processingEnv.getElementUtils().getTypeElement(annotation);
    return type == null ? new LinkedHashSet<>() : round.getElementsAnnotatedWith(type);
  }
}

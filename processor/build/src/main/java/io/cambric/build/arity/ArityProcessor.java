package io.cambric.build.arity;

import com.palantir.javapoet.JavaFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Set;
import java.util.stream.IntStream;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;

/** Writes the per-arity classes of the transformations for the type that {@code @Arities} marks. */
public final class ArityProcessor extends AbstractProcessor {

  private static final String MARKER = "io.cambric.transform.Arities";

  /** For the compiler of the runtime, which names this class. */
  public ArityProcessor() {}

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of(MARKER);
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    for (var annotation : annotations) {
      for (var marked : ElementFilter.typesIn(round.getElementsAnnotatedWith(annotation))) {
        write(new Output(marked), Arity.of(marked, annotation));
      }
    }
    return true;
  }

  private void write(Output output, int most) {
    var arities = IntStream.rangeClosed(1, most).mapToObj(Arity::new).toList();
    var files = new ArrayList<JavaFile>();
    for (var arity : arities) {
      files.addAll(new FunctionWriter(arity, output).files());
      files.addAll(new ResultWriter(arity, output).files());
      files.addAll(new TransformedWriter(arity, output).files());
      files.addAll(new DifferentiatedWriter(arity, output).files());
    }
    files.add(new ListFunctionWriter(arities, output).file());
    files.addAll(new WrapperTopics(arities, output).files());
    files.addAll(new DifferentiationTopics(arities, output).files());
    files.add(new PointTopics(arities, output).file());
    files.add(new TracingTopics(arities, output).file());
    files.forEach(file -> write(file, output));
  }

  private void write(JavaFile file, Output output) {
    try {
      file.writeTo(processingEnv.getFiler());
    } catch (IOException e) {
      processingEnv
          .getMessager()
          .printMessage(
              Diagnostic.Kind.ERROR,
              "%s could not be written: %s".formatted(file.typeSpec().name(), e),
              output.origin());
    }
  }
}

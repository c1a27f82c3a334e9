package io.cambric.build.arity;

import com.palantir.javapoet.JavaFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;

/**
 * Writes the per-arity classes for a marked type. {@code @Arities} asks for the classes of
 * transformations, {@code @LiftArities} for the classes of lifted transformations of functions,
 * {@code @CallArities} for the interfaces of modules by the arguments of their {@code call}.
 */
public final class ArityProcessor extends AbstractProcessor {

  private static final String CORE = "io.cambric.transform.Arities";

  private static final String LIFTED = "io.cambric.module.LiftArities";

  private static final String CALLED = "io.cambric.module.CallArities";

  /** For the compilers of the runtime, which name this class. */
  public ArityProcessor() {}

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of(CORE, LIFTED, CALLED);
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    for (var annotation : annotations) {
      for (var marked : ElementFilter.typesIn(round.getElementsAnnotatedWith(annotation))) {
        var output = new Output(marked);
        var arities =
            IntStream.rangeClosed(1, Arity.of(marked, annotation)).mapToObj(Arity::new).toList();
        var files =
            switch (annotation.getQualifiedName().toString()) {
              case LIFTED -> new LiftWriter(arities, output).files();
              case CALLED ->
                  arities.stream()
                      .map(arity -> new ModuleCallWriter(arity, output).file())
                      .toList();
              default -> core(arities, output);
            };
        files.forEach(file -> write(file, output));
      }
    }
    return true;
  }

  private static List<JavaFile> core(List<Arity> arities, Output output) {
    var files = new ArrayList<JavaFile>();
    for (var arity : arities) {
      files.addAll(new FunctionWriter(arity, output).files());
      files.addAll(new ResultWriter(arity, output).files());
      files.addAll(new TransformedWriter(arity, output).files());
      files.addAll(new DifferentiatedWriter(arity, output).files());
    }
    files.add(new ListFunctionWriter(arities, output).file());
    files.addAll(new WrapperTopics(arities, output).files());
    files.addAll(new RaggedWriter(arities, output).files());
    files.addAll(new DifferentiationTopics(arities, output).files());
    files.add(new PointTopics(arities, output).file());
    files.add(new TracingTopics(arities, output).file());
    return files;
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

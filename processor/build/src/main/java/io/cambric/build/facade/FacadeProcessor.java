package io.cambric.build.facade;

import com.sun.source.util.DocTrees;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;

/**
 * Writes a façade for each type that {@code @Facade} marks.
 *
 * <p>Topics and types of their signatures may be generated too. A façade waits for them, at most
 * until the last processing round.
 */
public final class FacadeProcessor extends AbstractProcessor {

  private final Set<String> waiting = new LinkedHashSet<>();

  /** For the compilers of the builds that name this class. */
  public FacadeProcessor() {}

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of(FacadeContents.MARKER);
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    for (var annotation : annotations) {
      for (var marked : ElementFilter.typesIn(round.getElementsAnnotatedWith(annotation))) {
        waiting.add(marked.getQualifiedName().toString());
      }
    }
    for (var name : List.copyOf(waiting)) {
      write(name, round.processingOver());
    }
    return true;
  }

  private void write(String name, boolean isLast) {
    var elements = processingEnv.getElementUtils();
    // Elements of an earlier processing round do not see the types generated since.
    var contents = FacadeContents.of(elements.getTypeElement(name), elements);
    var missing = contents.missing();
    if (missing.isEmpty() && !isLast) {
      waiting.remove(name);
      write(contents);
    } else if (isLast) {
      error(
          new FacadeException(
              contents.marked(),
              "%s needs %s, which nothing declares or generates. Import it, or remove it from the contents."
                  .formatted(contents.facade().simpleName(), missing.orElse("its topics"))));
    }
  }

  private void write(FacadeContents contents) {
    try {
      var trees = DocTrees.instance(processingEnv);
      var functions = Functions.of(contents, processingEnv.getTypeUtils());
      new FacadeWriter(contents, functions, new FacadeDocs(contents, trees))
          .file()
          .writeTo(processingEnv.getFiler());
    } catch (FacadeException e) {
      error(e);
    } catch (IOException e) {
      error(
          new FacadeException(
              contents.marked(),
              "%s could not be written: %s".formatted(contents.facade().simpleName(), e)));
    }
  }

  private void error(FacadeException e) {
    processingEnv
        .getMessager()
        .printMessage(Diagnostic.Kind.ERROR, String.valueOf(e.getMessage()), e.element());
  }
}

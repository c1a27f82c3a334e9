package io.cambric.build.withers;

import com.sun.source.util.DocTrees;
import io.cambric.build.facade.ArgumentConversions;
import java.io.IOException;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;

/** Writes the interface of withers for each record that {@code @Withers} marks. */
public final class WithersProcessor extends AbstractProcessor {

  private static final String MARKER = "io.cambric.build.Withers";
  private static final String TRANSFORMATION = "io.cambric.optax.base.GradientTransformation";

  /** For the compilers of the builds that name this class. */
  public WithersProcessor() {}

  /** {@return the marker of records, and that of their components' types, which it also reads} */
  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of(MARKER, ArgumentConversions.MARKER);
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    for (var annotation : annotations) {
      if (!annotation.getQualifiedName().contentEquals(MARKER)) {
        continue;
      }
      for (var marked : ElementFilter.typesIn(round.getElementsAnnotatedWith(annotation))) {
        if (marked.getKind() == ElementKind.RECORD) {
          write(marked);
        } else {
          error(
              marked,
              "@Withers needs a record, but %s is not a record. Make it a record of its hyperparameters."
                  .formatted(marked.getSimpleName()));
        }
      }
    }
    return true;
  }

  private void write(TypeElement marked) {
    var docs = ComponentDocs.of(marked, DocTrees.instance(processingEnv));
    try {
      new RecordWithersWriter(marked, isTransformation(marked), docs)
          .file()
          .writeTo(processingEnv.getFiler());
    } catch (IOException e) {
      error(
          marked,
          "The withers of %s could not be written: %s".formatted(marked.getSimpleName(), e));
    }
  }

  private boolean isTransformation(TypeElement marked) {
    var transformation = processingEnv.getElementUtils().getTypeElement(TRANSFORMATION);
    return processingEnv.getTypeUtils().isAssignable(marked.asType(), transformation.asType());
  }

  private void error(TypeElement marked, String message) {
    processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, message, marked);
  }
}

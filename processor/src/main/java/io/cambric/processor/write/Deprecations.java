package io.cambric.processor.write;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.MethodSpec;
import io.cambric.processor.read.Annotated;
import javax.lang.model.element.Element;

/** Carries {@code @Deprecated} over to the generated member. */
final class Deprecations {

  private Deprecations() {}

  static void copy(Element from, MethodSpec.Builder to) {
    Annotated.find(from, "java.lang.Deprecated")
        .map(AnnotationSpec::get)
        .ifPresent(to::addAnnotation);
  }
}

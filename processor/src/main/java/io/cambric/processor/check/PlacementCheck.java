package io.cambric.processor.check;

import io.cambric.processor.read.Annotated;
import io.cambric.processor.read.Owners;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.Report;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;

/** Checks that an annotation of a member is where the processor looks for it. */
final class PlacementCheck {

  private PlacementCheck() {}

  static void check(String annotation, Element element, Report report) {
    var owner = Owners.of(element);
    var mirror = Annotated.find(element, annotation);
    if (mirror.isEmpty()) {
      return;
    }
    if (annotation.equals(Annotated.STATIC)) {
      if (!Annotated.has(owner, Annotated.PY_TREE) && !isSetupRecord(owner)) {
        report.about(
            DiagnosticCode.STATIC_NOT_IN_PY_TREE,
            element,
            mirror.get(),
            "@Static marks metadata of a pytree, but %s is none.".formatted(owner.getSimpleName()),
            "Annotate %s with @PyTree, or remove @Static.".formatted(owner.getSimpleName()));
      }
    } else if (!Annotated.has(owner, Annotated.MODULE)
        && !(annotation.equals(Annotated.NAMED) && isSetupRecord(owner))) {
      report.about(
          DiagnosticCode.ANNOTATION_OUTSIDE_MODULE,
          element,
          mirror.get(),
          "@%s belongs in a @Module record; %s has no @Module."
              .formatted(simpleName(mirror.get()), owner.getSimpleName()),
          "Annotate %s with @Module, or remove @%s."
              .formatted(owner.getSimpleName(), simpleName(mirror.get())));
    }
  }

  private static String simpleName(AnnotationMirror annotation) {
    return annotation.getAnnotationType().asElement().getSimpleName().toString();
  }

  private static boolean isSetupRecord(Element record) {
    return record.getEnclosingElement() instanceof TypeElement definition
        && Annotated.methods(definition, Annotated.SETUP).stream()
            .anyMatch(method ->
                method.getReturnType() instanceof DeclaredType type
                    && type.asElement().equals(record));
  }
}

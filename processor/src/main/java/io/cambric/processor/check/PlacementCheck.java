package io.cambric.processor.check;

import io.cambric.processor.read.Annotated;
import io.cambric.processor.read.Owners;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.ElementReport;
import java.util.HashSet;
import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;

/**
 * Checks that an annotation of a member is where the processor looks for it. Mutable: it remembers
 * the types with an unresolved {@code @Module}, since it reports each of them once.
 */
final class PlacementCheck {

  private final ElementReport report;
  private final Set<Element> unresolvedOwners = new HashSet<>();

  PlacementCheck(ElementReport report) {
    this.report = report;
  }

  void check(String annotation, Element element) {
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
            "@Static marks metadata of a pytree, but %s is not a pytree."
                .formatted(owner.getSimpleName()),
            "Annotate %s with @PyTree, or remove @Static.".formatted(owner.getSimpleName()));
      }
    } else if (!Annotated.has(owner, Annotated.MODULE)
        && !(annotation.equals(Annotated.NAMED) && isSetupRecord(owner))) {
      var mark = simpleName(mirror.get());
      boolean unresolved = hasUnresolvedModule(owner);
      if (unresolved && !unresolvedOwners.add(owner)) {
        return;
      }
      report.about(
          DiagnosticCode.ANNOTATION_OUTSIDE_MODULE,
          element,
          mirror.get(),
          (unresolved
                  ? "@%s is valid only in a @Module record, but the @Module of %s is not resolved."
                  : "@%s is valid only in a @Module record, but %s has no @Module.")
              .formatted(mark, owner.getSimpleName()),
          unresolved
              ? "Import %s by name, because java.lang also has a Module."
                  .formatted(Annotated.MODULE)
              : "Annotate %s with @Module, or remove @%s.".formatted(owner.getSimpleName(), mark));
    }
  }

  /** Whether there is a {@code @Module} that the compiler cannot resolve. */
  private static boolean hasUnresolvedModule(Element owner) {
    return owner.getAnnotationMirrors().stream()
        .map(AnnotationMirror::getAnnotationType)
        .anyMatch(type ->
            type.getKind() == TypeKind.ERROR
                && type.asElement().getSimpleName().contentEquals("Module"));
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

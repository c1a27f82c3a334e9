package io.cambric.processor.check;

import io.cambric.processor.read.Annotated;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.Report;
import io.cambric.processor.report.TypeText;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/** Checks that metadata of a pytree are values, and that what isn't metadata may hold a tracer. */
final class TreeComponentCheck implements FormCheck {

  private final ValueTypes valueTypes;
  private final Types types;

  TreeComponentCheck(ValueTypes valueTypes, Types types) {
    this.valueTypes = valueTypes;
    this.types = types;
  }

  @Override
  public boolean check(TypeElement type, Report report) {
    for (var component : type.getRecordComponents()) {
      if (Annotated.has(component, Annotated.STATIC)) {
        checkStatic(type, component, report);
      } else if (isPlain(component.asType())) {
        report.about(
            DiagnosticCode.PY_TREE_LEAF_NOT_ARRAY,
            component,
            "Component %s of %s has type %s, which can't hold a traced value."
                .formatted(
                    component.getSimpleName(),
                    type.getSimpleName(),
                    TypeText.of(component.asType())),
            "Mark it @Static, or make it an Array.");
      }
    }
    return true;
  }

  private void checkStatic(TypeElement type, RecordComponentElement component, Report report) {
    valueTypes
        .flaw(component.asType())
        .ifPresent(flaw ->
            report.about(
                DiagnosticCode.STATIC_NOT_HASHABLE,
                component,
                "Metadata are compared by equals, but %s of %s has type %s, and %s %s."
                    .formatted(
                        component.getSimpleName(),
                        type.getSimpleName(),
                        TypeText.of(component.asType()),
                        flaw.type(),
                        flaw.reason()),
                flaw.instead().isEmpty()
                    ? "Remove @Static."
                    : "Remove @Static, or use %s.".formatted(flaw.instead())));
  }

  private boolean isPlain(TypeMirror type) {
    return switch (type) {
      case DeclaredType declared when declared.getKind() == TypeKind.DECLARED ->
          declared.asElement().getKind() == ElementKind.ENUM
              || declared.asElement() instanceof TypeElement element
                  && (element.getQualifiedName().contentEquals("java.lang.String")
                      || isBoxed(declared));
      default -> type.getKind().isPrimitive();
    };
  }

  private boolean isBoxed(DeclaredType type) {
    try {
      return types.unboxedType(type).getKind().isPrimitive();
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}

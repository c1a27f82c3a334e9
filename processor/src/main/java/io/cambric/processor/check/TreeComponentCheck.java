package io.cambric.processor.check;

import io.cambric.processor.read.Annotated;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.ElementReport;
import io.cambric.processor.report.TypeText;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * Checks that metadata of a pytree are values. All other components must consist of values and of
 * arrays, which may be traced.
 */
final class TreeComponentCheck implements FormCheck {

  private final ValueTypes valueTypes;
  private final LeafTypes leafTypes;

  TreeComponentCheck(ValueTypes valueTypes, Elements elements, Types types) {
    this.valueTypes = valueTypes;
    this.leafTypes = new LeafTypes(elements, types);
  }

  @Override
  public boolean check(TypeElement type, ElementReport report) {
    for (var component : type.getRecordComponents()) {
      if (Annotated.has(component, Annotated.STATIC)) {
        checkStatic(type, component, report);
      } else {
        checkChild(type, component, report);
      }
    }
    return true;
  }

  private void checkStatic(
      TypeElement type, RecordComponentElement component, ElementReport report) {
    valueTypes
        .staticFlaw(component.asType())
        .ifPresent(flaw ->
            report.about(
                DiagnosticCode.STATIC_NOT_HASHABLE,
                component,
                "Metadata must be immutable and are compared by equals, but %s of %s has type %s, %s."
                    .formatted(
                        component.getSimpleName(),
                        type.getSimpleName(),
                        TypeText.of(component.asType()),
                        flaw.clause(TypeText.of(component.asType()))),
                staticMend(flaw)));
  }

  private static String staticMend(ValueTypes.Flaw flaw) {
    if (flaw.isArrays()) {
      return "Remove @Static.";
    }
    if (flaw.type().startsWith("Array[")) {
      return "Use %s without @Static.".formatted(flaw.instead());
    }
    return flaw.isOfNumbers()
        ? "Make it an Array without @Static, or use %s.".formatted(flaw.instead())
        : mend(flaw);
  }

  private void checkChild(
      TypeElement type, RecordComponentElement component, ElementReport report) {
    var text = TypeText.of(component.asType());
    var flaw = valueTypes.childFlaw(component.asType());
    if (flaw.isPresent()) {
      report.about(
          DiagnosticCode.COMPONENT_NOT_PY_TREE,
          component,
          "A pytree consists of arrays and immutable values, but %s of %s has type %s, %s."
              .formatted(
                  component.getSimpleName(), type.getSimpleName(), text, flaw.get().clause(text)),
          childMend(flaw.get()));
      return;
    }
    leafTypes
        .plain(component.asType())
        .ifPresent(leaf ->
            report.about(
                DiagnosticCode.PY_TREE_LEAF_NOT_ARRAY,
                component,
                "Component %s of %s has type %s, %s cannot hold a traced value."
                    .formatted(
                        component.getSimpleName(),
                        type.getSimpleName(),
                        text,
                        TypeText.of(leaf).equals(text) ? "which" : "in which " + TypeText.of(leaf)),
                "Mark it @Static, or make it an Array."));
  }

  private static String childMend(ValueTypes.Flaw flaw) {
    return flaw.isOfNumbers() ? "Make it an Array with array(...)." : mend(flaw);
  }

  private static String mend(ValueTypes.Flaw flaw) {
    if (flaw.instead().equals(ValueTypes.RECORD)) {
      return "Make %s a record, or make it implement Opaque if it is immutable."
          .formatted(flaw.type());
    }
    return flaw.instead().isEmpty()
        ? "Use an immutable value."
        : "Use %s.".formatted(flaw.instead());
  }
}

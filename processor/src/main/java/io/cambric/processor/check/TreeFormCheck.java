package io.cambric.processor.check;

import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.ElementReport;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/** Checks that a pytree is a record that the generated flattener can reach. */
final class TreeFormCheck implements FormCheck {

  @Override
  public boolean check(TypeElement type, ElementReport report) {
    if (type.getKind() != ElementKind.RECORD) {
      report.about(
          DiagnosticCode.PY_TREE_NOT_RECORD,
          type,
          "@PyTree applies only to records, but %s is not a record."
              .formatted(type.getSimpleName()),
          "Declare it as record %s(...).".formatted(type.getSimpleName()));
      return false;
    }
    for (Element e = type; e instanceof TypeElement; e = e.getEnclosingElement()) {
      if (e.getModifiers().contains(Modifier.PRIVATE)) {
        report.about(
            DiagnosticCode.PY_TREE_IS_PRIVATE,
            type,
            "The generated flattener reads %s, but %s is private."
                .formatted(type.getSimpleName(), e.getSimpleName()),
            "Remove private from %s.".formatted(e.getSimpleName()));
        return false;
      }
    }
    return true;
  }
}

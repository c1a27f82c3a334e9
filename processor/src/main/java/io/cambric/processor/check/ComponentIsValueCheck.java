package io.cambric.processor.check;

import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.ElementReport;
import io.cambric.processor.report.TypeText;

/** Checks that a component is a value: neither mutable nor compared by identity. */
final class ComponentIsValueCheck implements ModuleCheck {

  private final ValueTypes valueTypes;

  ComponentIsValueCheck(ValueTypes valueTypes) {
    this.valueTypes = valueTypes;
  }

  @Override
  public ModuleModel check(ModuleModel module, ElementReport report) {
    for (var component : module.components()) {
      var type = component.element().asType();
      valueTypes
          .flaw(type)
          .ifPresent(flaw ->
              report.about(
                  DiagnosticCode.COMPONENT_NOT_HASHABLE,
                  component.element(),
                  "Component %s of %s has type %s, %s."
                      .formatted(
                          component.name(),
                          module.name(),
                          TypeText.of(type),
                          flaw.clause(TypeText.of(type))),
                  mend(flaw)));
    }
    return module;
  }

  private static String mend(ValueTypes.Flaw flaw) {
    if (flaw.type().endsWith("[]")) {
      return "Use %s, or declare it as a param in call().".formatted(flaw.instead());
    }
    if (flaw.type().equals("Array")) {
      return "Pass it to call(), or declare it as a param or a variable.";
    }
    if (flaw.instead().equals(ValueTypes.RECORD)) {
      return "Make %s a record, or define its equals and hashCode.".formatted(flaw.type());
    }
    return flaw.instead().isEmpty()
        ? "Use an immutable value, or a variable if it changes."
        : "Use %s.".formatted(flaw.instead());
  }
}

package io.cambric.processor.check;

import io.cambric.processor.read.Annotated;
import io.cambric.processor.read.Owners;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.ElementReport;
import io.cambric.processor.report.TypeText;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;

/** Checks that there is one setup method, which takes nothing and returns a nested record. */
final class SetupFormCheck implements FormCheck {

  @Override
  public boolean check(TypeElement type, ElementReport report) {
    var methods = Annotated.methods(type, Annotated.SETUP);
    boolean passes = true;
    for (var method : methods) {
      passes &= takesNothing(method, report) & returnsRecord(type, method, report);
    }
    for (var method : methods.stream().skip(1).toList()) {
      report.about(
          DiagnosticCode.SETUP_TWICE,
          method,
          "%s has two @Setup methods, %s() and %s()."
              .formatted(
                  type.getSimpleName(), methods.getFirst().getSimpleName(), method.getSimpleName()),
          "Merge them, and return all parts in one record.");
    }
    return passes;
  }

  private static boolean takesNothing(ExecutableElement method, ElementReport report) {
    if (method.getParameters().isEmpty()) {
      return true;
    }
    report.about(
        DiagnosticCode.SETUP_TAKES_NOTHING,
        method.getParameters().getFirst(),
        "Setup runs before any call and takes no parameters, but %s takes %s."
            .formatted(method.getSimpleName(), method.getParameters().getFirst().getSimpleName()),
        "Make it a component, or move the code that depends on it to a @Compact method.");
    return false;
  }

  private static boolean returnsRecord(
      TypeElement type, ExecutableElement method, ElementReport report) {
    var modifiers = method.getModifiers();
    if (modifiers.contains(Modifier.PRIVATE) || modifiers.contains(Modifier.STATIC)) {
      return false;
    }
    if (method.getReturnType() instanceof DeclaredType declared
        && declared.asElement() instanceof TypeElement record
        && record.getKind() == ElementKind.RECORD
        && Owners.of(record).equals(type)
        && !record.getModifiers().contains(Modifier.PRIVATE)) {
      return true;
    }
    report.about(
        DiagnosticCode.SETUP_RETURNS_RECORD,
        method,
        "A @Setup method must return a non-private record nested in the definition, but %s returns %s."
            .formatted(method.getSimpleName(), TypeText.of(method.getReturnType())),
        "Declare record Parts(...) in %s, and return it.".formatted(type.getSimpleName()));
    return false;
  }
}

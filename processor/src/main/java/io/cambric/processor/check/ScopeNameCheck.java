package io.cambric.processor.check;

import io.cambric.processor.read.Annotated;
import io.cambric.processor.read.ComponentModel;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.ElementReport;
import java.util.HashMap;
import java.util.List;
import java.util.regex.Pattern;

/** Checks names of modules and components that become keys of variables. */
final class ScopeNameCheck implements ModuleCheck {

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  @Override
  public ModuleModel check(ModuleModel module, ElementReport report) {
    checkPrefix(module, report);
    checkNames(module.name(), module.components(), report);
    module
        .setup()
        .ifPresent(
            setup -> checkNames(setup.recordName().simpleName(), setup.components(), report));
    return module;
  }

  private static void checkPrefix(ModuleModel module, ElementReport report) {
    var value = Annotated.value(module.annotation(), "name");
    if (value.isPresent() && !IDENTIFIER.matcher(module.prefix()).matches()) {
      report.about(
          DiagnosticCode.MODULE_NAME_INVALID,
          module.element(),
          module.annotation(),
          value.get(),
          "Automatic names are identifiers such as %s_0, but \"%s\" cannot begin one."
              .formatted(module.module().simpleName(), module.prefix()),
          "Use letters, digits and underscores.");
    }
  }

  private static void checkNames(
      String owner, List<ComponentModel> components, ElementReport report) {
    var seen = new HashMap<String, String>();
    for (var component : components) {
      var name = component.scopeName();
      if (name.isBlank() || name.contains("/")) {
        report(
            DiagnosticCode.NAMED_EMPTY,
            component,
            "A scope name must not be blank or contain a slash, but component %s of %s is named \"%s\"."
                .formatted(component.name(), owner, name),
            "Rename it, or remove @Named.",
            report);
      }
      var other = seen.putIfAbsent(name, component.name());
      if (other != null) {
        report(
            DiagnosticCode.NAMED_TWICE,
            component,
            "Components %s and %s of %s have the same scope name \"%s\"."
                .formatted(other, component.name(), owner, name),
            "Rename one of them.",
            report);
      }
    }
  }

  private static void report(
      DiagnosticCode code,
      ComponentModel component,
      String what,
      String mend,
      ElementReport report) {
    var annotation = Annotated.find(component.element(), Annotated.NAMED);
    var value = annotation.flatMap(a -> Annotated.value(a, "value"));
    if (value.isPresent()) {
      report.about(code, component.element(), annotation.get(), value.get(), what, mend);
    } else {
      report.about(code, component.element(), what, mend);
    }
  }
}

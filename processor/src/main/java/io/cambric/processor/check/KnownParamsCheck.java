package io.cambric.processor.check;

import io.cambric.processor.read.ComponentModel;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.ElementReport;
import io.cambric.processor.report.Similar;
import java.util.ArrayList;

/** Checks that the Javadoc of a definition describes existing components only. */
final class KnownParamsCheck implements ModuleCheck {

  @Override
  public ModuleModel check(ModuleModel module, ElementReport report) {
    var known = new ArrayList<>(module.components().stream().map(ComponentModel::name).toList());
    module.typeVariables().forEach(variable -> known.add("<" + variable.name() + ">"));
    for (var name : module.doc().paramNames()) {
      if (!known.contains(name)) {
        report.about(
            DiagnosticCode.UNKNOWN_COMPONENT,
            module.element(),
            "@param names \"%s\", but %s has no such component.".formatted(name, module.name()),
            Similar.to(name, known)
                .map(similar -> "Did you mean \"" + similar + "\"?")
                .orElse("Remove it."));
      }
    }
    return module;
  }
}

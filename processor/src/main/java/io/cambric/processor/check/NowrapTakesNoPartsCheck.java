package io.cambric.processor.check;

import io.cambric.processor.read.MethodModel;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.Report;

/** Checks that a method which never enters the scope doesn't ask for what lives there. */
final class NowrapTakesNoPartsCheck implements ModuleCheck {

  @Override
  public void check(ModuleModel module, Report report) {
    for (var method : module.methods()) {
      if (method.kind() == MethodModel.Kind.NOWRAP && method.takesParts()) {
        var parts = method.element().getParameters().getFirst();
        report.about(
            DiagnosticCode.NOWRAP_TAKES_PARTS,
            parts,
            "A @Nowrap method runs outside the module's scope and has no parts; %s takes %s."
                .formatted(method.name(), parts.getSimpleName()),
            "Remove the parameter, or @Nowrap.");
      }
    }
  }
}

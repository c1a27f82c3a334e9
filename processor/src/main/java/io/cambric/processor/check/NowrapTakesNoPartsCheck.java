package io.cambric.processor.check;

import io.cambric.processor.read.Member;
import io.cambric.processor.read.MethodModel;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.ElementReport;
import java.util.HashSet;

/** Checks that a method which never enters the scope doesn't take the parts in the scope. */
final class NowrapTakesNoPartsCheck implements ModuleCheck {

  @Override
  public ModuleModel check(ModuleModel module, ElementReport report) {
    var faulty = new HashSet<Member>();
    for (var method : module.methods()) {
      if (method.kind() == MethodModel.Kind.NOWRAP && method.takesParts()) {
        var parts = method.element().getParameters().getFirst();
        boolean isError =
            report.about(
                DiagnosticCode.NOWRAP_TAKES_PARTS,
                parts,
                "A @Nowrap method runs outside the scope of the module and has no parts, but %s takes %s."
                    .formatted(method.name(), parts.getSimpleName()),
                "Remove the parameter, or @Nowrap.");
        if (isError) {
          faulty.add(new Member.Call(method));
        }
      }
    }
    return module.withoutMembers(faulty);
  }
}

package io.cambric.processor.check;

import io.cambric.processor.read.Member;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.ElementReport;
import io.cambric.processor.report.TypeText;
import java.util.HashSet;
import java.util.List;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * Checks that the methods and constructors that a generated class calls throw no checked
 * exceptions.
 */
final class ThrowsNothingCheckedCheck implements ModuleCheck {

  private final Elements elements;
  private final Types types;

  ThrowsNothingCheckedCheck(Elements elements, Types types) {
    this.elements = elements;
    this.types = types;
  }

  @Override
  public ModuleModel check(ModuleModel module, ElementReport report) {
    var faulty = new HashSet<Member>();
    for (var member : module.members()) {
      if (isCalled(member) && throwsChecked((ExecutableElement) member.origin(), report)) {
        faulty.add(member);
      }
    }
    return module.withoutMembers(faulty);
  }

  private static boolean isCalled(Member member) {
    return switch (member) {
      case Member.Factory _, Member.Call _, Member.Parts _ -> true;
      case Member.Accessor _,
          Member.Wither _,
          Member.IntWither _,
          Member.Self _,
          Member.Shorthand _ ->
          false;
    };
  }

  private boolean throwsChecked(ExecutableElement element, ElementReport report) {
    boolean isError = false;
    for (var thrown : element.getThrownTypes()) {
      if (isChecked(thrown)) {
        boolean isConstructor = element.getKind() == ElementKind.CONSTRUCTOR;
        isError |=
            report.about(
                DiagnosticCode.CHECKED_EXCEPTION,
                element,
                "Methods of a module must not throw checked exceptions, because transformations "
                    + "call them, but %s throws %s."
                        .formatted(
                            isConstructor ? "a constructor" : element.getSimpleName(),
                            TypeText.of(thrown)),
                "Catch it, and throw an unchecked exception.");
      }
    }
    return isError;
  }

  private boolean isChecked(TypeMirror type) {
    return type.getKind() != TypeKind.ERROR
        && List.of("java.lang.RuntimeException", "java.lang.Error").stream()
            .map(elements::getTypeElement)
            .noneMatch(unchecked -> types.isSubtype(type, unchecked.asType()));
  }
}

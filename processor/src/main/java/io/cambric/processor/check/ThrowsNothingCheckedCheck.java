package io.cambric.processor.check;

import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.Report;
import io.cambric.processor.report.TypeText;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Checks that what a generated class calls throws no checked exception. */
final class ThrowsNothingCheckedCheck implements ModuleCheck {

  private final Elements elements;
  private final Types types;

  ThrowsNothingCheckedCheck(Elements elements, Types types) {
    this.elements = elements;
    this.types = types;
  }

  @Override
  public void check(ModuleModel module, Report report) {
    var called = new ArrayList<ExecutableElement>();
    module.constructors().forEach(constructor -> called.add(constructor.element()));
    module.methods().forEach(method -> called.add(method.element()));
    module.setup().ifPresent(setup -> called.add(setup.method()));
    for (var element : called) {
      for (var thrown : element.getThrownTypes()) {
        if (isChecked(thrown)) {
          boolean isConstructor = element.getKind() == ElementKind.CONSTRUCTOR;
          report.about(
              DiagnosticCode.CHECKED_EXCEPTION,
              element,
              "A module's methods throw no checked exceptions, because transformations run them;"
                  + " %s throws %s."
                      .formatted(
                          isConstructor ? "a constructor" : element.getSimpleName(),
                          TypeText.of(thrown)),
              "Catch it, and throw an unchecked one.");
        }
      }
    }
  }

  private boolean isChecked(TypeMirror type) {
    return type.getKind() != TypeKind.ERROR
        && List.of("java.lang.RuntimeException", "java.lang.Error").stream()
            .map(elements::getTypeElement)
            .noneMatch(unchecked -> types.isSubtype(type, unchecked.asType()));
  }
}

package io.cambric.processor.check;

import io.cambric.processor.read.ElementNames;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.ElementReport;
import java.util.Locale;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/** Checks that a definition is a record that the generated class can reach, named {@code XDef}. */
final class ModuleFormCheck implements FormCheck {

  @Override
  public boolean check(TypeElement type, ElementReport report) {
    return isRecord(type, report) & isNamed(type, report) & isReachable(type, report);
  }

  private static boolean isRecord(TypeElement type, ElementReport report) {
    if (type.getKind() == ElementKind.RECORD) {
      return true;
    }
    var kind = type.getKind().toString().toLowerCase(Locale.ROOT).replace('_', ' ');
    var article = kind.matches("[aeiou].*") ? "an " : "a ";
    report.about(
        DiagnosticCode.MODULE_NOT_RECORD,
        type,
        "@Module applies only to records, but %s is %s."
            .formatted(type.getSimpleName(), article + kind),
        "Declare it as record %s(...).".formatted(type.getSimpleName()));
    return false;
  }

  private static boolean isNamed(TypeElement type, ElementReport report) {
    var name = type.getSimpleName().toString();
    if (ElementNames.isDefinition(name)) {
      return true;
    }
    report.about(
        DiagnosticCode.MODULE_NAME_NOT_DEF,
        type,
        "XDef generates the module X, but the name %s does not end in Def.".formatted(name),
        name.equals(ElementNames.DEFINITION_ENDING)
            ? "Put the name of the module before it."
            : "Rename it to %sDef.".formatted(name));
    return false;
  }

  private static boolean isReachable(TypeElement type, ElementReport report) {
    for (Element e = type; e instanceof TypeElement; e = e.getEnclosingElement()) {
      if (e.getModifiers().contains(Modifier.PRIVATE)) {
        report.about(
            DiagnosticCode.MODULE_IS_PRIVATE,
            type,
            "The generated class calls %s, but %s is private."
                .formatted(type.getSimpleName(), e.getSimpleName()),
            "Remove private from %s.".formatted(e.getSimpleName()));
        return false;
      }
    }
    return true;
  }
}

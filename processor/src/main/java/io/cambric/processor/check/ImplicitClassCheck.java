package io.cambric.processor.check;

import io.cambric.processor.read.SourceText;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.ElementReport;
import java.util.HashSet;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/**
 * Checks that generated code can name a type. In a file with a method outside of all types, the
 * compiler adds a class around the types. No source can use the name of that class. Mutable: it
 * remembers the files on which it has reported, since it reports once on each file.
 */
final class ImplicitClassCheck implements FormCheck {

  private final Elements elements;
  private final Set<String> seen = new HashSet<>();

  ImplicitClassCheck(Elements elements) {
    this.elements = elements;
  }

  @Override
  public boolean check(TypeElement type, ElementReport report) {
    var outermost = elements.getOutermostTypeElement(type);
    if (outermost == null || outermost.equals(type) || !mayBeImplicit(outermost)) {
      return true;
    }
    var name = outermost.getSimpleName().toString();
    if (SourceText.of(type, elements).filter(source -> !source.declares(name)).isEmpty()) {
      return true;
    }
    if (!seen.add(name)) {
      return false;
    }
    report.about(
        DiagnosticCode.IN_IMPLICIT_CLASS,
        type,
        "Generated code cannot name %s, because its file has methods without a class around them."
            .formatted(type.getSimpleName()),
        "Put everything after the imports in class %s { ... }.".formatted(name));
    return false;
  }

  private boolean mayBeImplicit(TypeElement type) {
    return elements.getPackageOf(type).isUnnamed()
        && type.getModifiers().equals(Set.of(Modifier.FINAL));
  }
}

package io.cambric.processor.check;

import io.cambric.processor.read.Annotated;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.ElementReport;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/** Checks that the generated class can run an annotated method, and in one way only. */
final class MethodFormCheck implements FormCheck {

  private static final Map<String, String> SHORT_NAMES =
      Map.of(Annotated.COMPACT, "@Compact", Annotated.SETUP, "@Setup", Annotated.NOWRAP, "@Nowrap");

  @Override
  public boolean check(TypeElement type, ElementReport report) {
    boolean passes = true;
    for (var method : ElementFilter.methodsIn(type.getEnclosedElements())) {
      var annotations =
          List.of(Annotated.COMPACT, Annotated.SETUP, Annotated.NOWRAP).stream()
              .filter(annotation -> Annotated.has(method, annotation))
              .map(SHORT_NAMES::get)
              .toList();
      if (!annotations.isEmpty()) {
        boolean callable = isCallable(method, annotations.getFirst(), report);
        boolean isSetup = annotations.contains("@Setup");
        passes &= isAlone(method, annotations, report) && (callable || !isSetup);
      }
    }
    return passes;
  }

  private static boolean isCallable(
      ExecutableElement method, String annotation, ElementReport report) {
    for (var modifier : List.of(Modifier.PRIVATE, Modifier.STATIC)) {
      if (method.getModifiers().contains(modifier)) {
        report.about(
            DiagnosticCode.METHOD_NOT_CALLABLE,
            method,
            "The generated class calls %s methods on an instance, but %s is %s."
                .formatted(annotation, method.getSimpleName(), modifier),
            "Remove %s, or %s.".formatted(modifier, annotation));
        return false;
      }
    }
    return true;
  }

  private static boolean isAlone(
      ExecutableElement method, List<String> annotations, ElementReport report) {
    if (annotations.size() == 1) {
      return true;
    }
    report.about(
        DiagnosticCode.COMPACT_AND_SETUP,
        method,
        "A method can have only one of these annotations, but %s has %s."
            .formatted(method.getSimpleName(), String.join(" and ", annotations)),
        "Keep one of them.");
    return false;
  }
}

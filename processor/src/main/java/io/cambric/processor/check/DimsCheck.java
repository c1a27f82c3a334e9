package io.cambric.processor.check;

import com.palantir.javapoet.TypeName;
import io.cambric.processor.dims.DimsText;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.read.RuntimeTypes;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.ElementReport;
import io.cambric.processor.report.TypeText;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/** Checks that {@code @Dims} is on arrays, and that its text follows the grammar. */
final class DimsCheck implements ModuleCheck {

  @Override
  public ModuleModel check(ModuleModel module, ElementReport report) {
    for (var method : module.methods()) {
      check(method.element().getReturnType(), method.element(), report);
      method.parameters().forEach(p -> check(p.element().asType(), p.element(), report));
      checkNames(module, method.element().getReturnType(), method.element(), report);
      method
          .parameters()
          .forEach(p -> checkNames(module, p.element().asType(), p.element(), report));
    }
    return module;
  }

  private static void check(TypeMirror type, Element place, ElementReport report) {
    var text = DimsText.on(type);
    if (text.isEmpty()) {
      return;
    }
    if (!isArray(type)) {
      report.about(
          DiagnosticCode.DIMS_INVALID,
          place,
          "@Dims is on %s, which has no axes.".formatted(TypeText.of(type)),
          "Put it on an Array.");
      return;
    }
    DimsText.mistake(text.get())
        .ifPresent(
            mistake -> report.about(DiagnosticCode.DIMS_INVALID, place, mistake, DimsText.MEND));
  }

  /** Reports names of components that are no integers. */
  private static void checkNames(
      ModuleModel module, TypeMirror type, Element place, ElementReport report) {
    var names = DimsText.on(type).flatMap(DimsText::read).map(DimsText::names).orElse(Set.of());
    module.components().stream()
        .filter(component -> names.contains(component.name()))
        .filter(component -> !component.type().equals(TypeName.INT))
        .forEach(component ->
            report.about(
                DiagnosticCode.DIMS_INVALID,
                place,
                "@Dims names component %s, which is a %s and no size."
                    .formatted(component.name(), component.type()),
                "Make it an int, or name the axis otherwise."));
  }

  private static boolean isArray(TypeMirror type) {
    return type instanceof DeclaredType declared
        && declared.asElement() instanceof TypeElement element
        && element.getQualifiedName().contentEquals(RuntimeTypes.ARRAY.canonicalName());
  }
}

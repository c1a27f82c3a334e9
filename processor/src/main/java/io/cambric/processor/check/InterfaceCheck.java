package io.cambric.processor.check;

import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.WildcardTypeName;
import io.cambric.processor.read.InterfaceModel;
import io.cambric.processor.read.Member;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.read.RuntimeTypes;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.Report;
import java.util.Optional;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/** Checks that the generated class can implement what {@code @Module(as = ...)} names. */
final class InterfaceCheck implements ModuleCheck {

  private final Elements elements;

  InterfaceCheck(Elements elements) {
    this.elements = elements;
  }

  @Override
  public void check(ModuleModel module, Report report) {
    for (var wanted : module.interfaces()) {
      problem(module, wanted)
          .ifPresent(problem ->
              report.about(
                  DiagnosticCode.INTERFACE_NOT_MET,
                  module.element(),
                  module.annotation(),
                  wanted.value(),
                  problem.what(),
                  problem.mend()));
    }
  }

  private record Problem(String what, String mend) {}

  private Optional<Problem> problem(ModuleModel module, InterfaceModel wanted) {
    var name = wanted.element().getSimpleName();
    if (wanted.element().getKind() != ElementKind.INTERFACE) {
      return Optional.of(
          new Problem(
              "\"as\" names interfaces; %s is none.".formatted(name), "Name an interface."));
    }
    var hidden = VisibilityCheck.hidden(wanted.element());
    if (hidden.isPresent()) {
      return Optional.of(
          new Problem(
              "The generated class %s is public, but the interface %s is not."
                  .formatted(module.module().simpleName(), name),
              "Make %s public.".formatted(hidden.get().getSimpleName())));
    }
    for (var method : ElementFilter.methodsIn(elements.getAllMembers(wanted.element()))) {
      if (method.getModifiers().contains(Modifier.ABSTRACT) && !isMet(module, method)) {
        return Optional.of(
            new Problem(
                "%s is to implement %s, but %s has no method %s with %s parameters."
                    .formatted(
                        module.module().simpleName(),
                        name,
                        module.name(),
                        method.getSimpleName(),
                        method.getParameters().size()),
                "Add it, or remove the interface."));
      }
    }
    return wanted.type() instanceof ParameterizedTypeName type
            && type.typeArguments().stream().anyMatch(WildcardTypeName.class::isInstance)
        ? Optional.of(
            new Problem(
                "The methods of %s don't tell the type arguments of %s."
                    .formatted(module.name(), name),
                "Name an interface without type parameters that extends it."))
        : Optional.empty();
  }

  /** A method comes from the definition, or every object or module has it. */
  private boolean isMet(ModuleModel module, ExecutableElement method) {
    var inherited = elements.getTypeElement(RuntimeTypes.MODULE.canonicalName());
    return inherited != null
            && ElementFilter.methodsIn(elements.getAllMembers(inherited)).stream()
                .anyMatch(m -> isLike(m, method))
        || module.members().stream()
            .filter(member -> !(member instanceof Member.Factory))
            .anyMatch(member ->
                method.getSimpleName().contentEquals(member.name())
                    && method.getParameters().size() == member.parameterTypes().size());
  }

  private static boolean isLike(ExecutableElement method, ExecutableElement wanted) {
    return method.getSimpleName().equals(wanted.getSimpleName())
        && method.getParameters().size() == wanted.getParameters().size();
  }
}

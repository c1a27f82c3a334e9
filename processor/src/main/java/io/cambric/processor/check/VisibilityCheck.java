package io.cambric.processor.check;

import io.cambric.processor.read.ComponentModel;
import io.cambric.processor.read.Member;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.read.ParameterModel;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.ElementReport;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;

/**
 * Checks that the class generated from a definition mentions types that it and its users can reach.
 * The setup record is exempt where it is hidden.
 */
final class VisibilityCheck implements ModuleCheck {

  private final Elements elements;
  private final Visibility visibility;

  VisibilityCheck(Elements elements, Visibility visibility) {
    this.elements = elements;
    this.visibility = visibility;
  }

  @Override
  public ModuleModel check(ModuleModel module, ElementReport report) {
    return new Subject(module, report).check();
  }

  /** The definition under check. */
  private final class Subject {

    private final ModuleModel module;
    private final ElementReport report;

    Subject(ModuleModel module, ElementReport report) {
      this.module = module;
      this.report = report;
    }

    ModuleModel check() {
      var hidden = hidden(module.components(), "component ");
      bounds(module.element().getTypeParameters(), "");
      return module.withoutMembers(
          module.members().stream()
              .filter(member -> isFaulty(member, hidden))
              .collect(Collectors.toSet()));
    }

    private boolean isFaulty(Member member, Set<ComponentModel> hidden) {
      return switch (member) {
        case Member.Accessor(var component) -> hidden.contains(component);
        case Member.Wither(var component) -> hidden.contains(component);
        case Member.IntWither(var component, _) -> hidden.contains(component);
        case Member.Factory(var constructor)
            when elements.isCanonicalConstructor(constructor.element()) ->
            !hidden.isEmpty();
        case Member.Factory(var constructor) ->
            parameters(
                constructor.element(),
                constructor.parameters(),
                "a constructor",
                "the constructor");
        case Member.Call(var method) ->
            parameters(method.element(), method.parameters(), method.name(), method.name())
                | look(
                    method.element(),
                    method.element().getReturnType(),
                    "the result of " + method.name(),
                    method.name());
        case Member.Parts(var setup) -> !hidden(setup.components(), "part ").isEmpty();
        case Member.Self _, Member.Shorthand _ -> false;
      };
    }

    private Set<ComponentModel> hidden(List<ComponentModel> components, String what) {
      var hidden = new HashSet<ComponentModel>();
      for (var component : components) {
        if (look(component.element(), component.element().asType(), what + component.name(), "")) {
          hidden.add(component);
        }
      }
      return hidden;
    }

    private boolean parameters(
        ExecutableElement element,
        List<ParameterModel> parameters,
        String owner,
        String canBePrivate) {
      boolean faulty = bounds(element.getTypeParameters(), canBePrivate);
      for (var parameter : parameters) {
        var what = "parameter %s of %s".formatted(parameter.name(), owner);
        faulty |= look(parameter.element(), parameter.element().asType(), what, canBePrivate);
      }
      return faulty;
    }

    private boolean bounds(List<? extends TypeParameterElement> parameters, String canBePrivate) {
      boolean faulty = false;
      for (var parameter : parameters) {
        for (var bound : parameter.getBounds()) {
          var what = "type parameter " + parameter.getSimpleName();
          faulty |= look(parameter, bound, what, canBePrivate);
        }
      }
      return faulty;
    }

    /** Reports a type that may not be mentioned, and returns whether the report is an error. */
    private boolean look(Element element, TypeMirror type, String what, String canBePrivate) {
      return Visibility.mentioned(type).stream()
          .flatMap(found -> visibility.problem(module, found, what, canBePrivate).stream())
          .findFirst()
          .filter(p -> report.about(DiagnosticCode.TYPE_LESS_VISIBLE, element, p.what(), p.mend()))
          .isPresent();
    }
  }
}

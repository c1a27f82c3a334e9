package io.cambric.processor.check;

import io.cambric.processor.read.Annotated;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.read.Names;
import io.cambric.processor.read.Owners;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.Report;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.Elements;

/**
 * Checks that the public class generated from a definition mentions public types only. The setup
 * record is excused where it is hidden.
 */
final class VisibilityCheck implements ModuleCheck {

  private final Elements elements;

  VisibilityCheck(Elements elements) {
    this.elements = elements;
  }

  @Override
  public void check(ModuleModel module, Report report) {
    var subject = new Subject(module, report);
    for (var component : module.components()) {
      subject.look(
          component.element(), component.element().asType(), "component " + component.name(), "");
    }
    for (var constructor : module.constructors()) {
      if (!elements.isCanonicalConstructor(constructor.element())) {
        for (var parameter : constructor.parameters()) {
          var what = "parameter %s of a constructor".formatted(parameter.name());
          subject.look(parameter.element(), parameter.element().asType(), what, "the constructor");
        }
      }
    }
    for (var method : module.methods()) {
      for (var parameter : method.parameters()) {
        var what = "parameter %s of %s".formatted(parameter.name(), method.name());
        subject.look(parameter.element(), parameter.element().asType(), what, method.name());
      }
      var what = "the result of " + method.name();
      subject.look(method.element(), method.element().getReturnType(), what, method.name());
    }
    module
        .setup()
        .ifPresent(setup ->
            setup
                .components()
                .forEach(
                    c -> subject.look(c.element(), c.element().asType(), "part " + c.name(), "")));
    for (var parameter : module.element().getTypeParameters()) {
      for (var bound : parameter.getBounds()) {
        subject.look(parameter, bound, "type parameter " + parameter.getSimpleName(), "");
      }
    }
  }

  /** The definition under check. */
  private record Subject(ModuleModel module, Report report) {

    void look(Element element, TypeMirror type, String what, String canBePrivate) {
      lessVisible(type)
          .ifPresent(hidden ->
              report.about(
                  DiagnosticCode.TYPE_LESS_VISIBLE,
                  element,
                  "The generated class %s is public, but %s has type %s, which is not."
                      .formatted(module.module().simpleName(), what, hidden.getSimpleName()),
                  mend(hidden, canBePrivate)));
    }

    private String mend(Element hidden, String canBePrivate) {
      var name = hidden.getSimpleName().toString();
      if (Annotated.has(hidden, Annotated.MODULE) && Names.isDefinition(name)) {
        return "Use the module %s.".formatted(Names.module(name));
      }
      if (module.setup().filter(setup -> setup.record().equals(hidden)).isPresent()
          && !canBePrivate.isEmpty()) {
        return "Make it the first parameter of %s, which callers don't see."
            .formatted(canBePrivate);
      }
      var makePublic = "Make " + name + " public";
      return canBePrivate.isEmpty()
          ? makePublic + "."
          : makePublic + ", or " + canBePrivate + " private.";
    }
  }

  private static Optional<Element> lessVisible(TypeMirror type) {
    return switch (type) {
      case ArrayType array -> lessVisible(array.getComponentType());
      case WildcardType wildcard when wildcard.getExtendsBound() != null ->
          lessVisible(wildcard.getExtendsBound());
      case WildcardType wildcard when wildcard.getSuperBound() != null ->
          lessVisible(wildcard.getSuperBound());
      case DeclaredType declared when declared.getKind() == TypeKind.DECLARED ->
          hidden(declared.asElement())
              .or(() ->
                  declared.getTypeArguments().stream()
                      .flatMap(argument -> lessVisible(argument).stream())
                      .findFirst());
      default -> Optional.empty();
    };
  }

  /**
   * The type itself or a type around it that isn't public; members of interfaces are. Generated
   * ones count as public, since those of this round can't be seen yet.
   */
  static Optional<Element> hidden(Element type) {
    for (var e = type; e instanceof TypeElement; e = e.getEnclosingElement()) {
      boolean implied =
          Owners.of(e).getKind().isInterface() || Annotated.has(e, Annotated.GENERATED);
      if (!implied && !e.getModifiers().contains(Modifier.PUBLIC)) {
        return Optional.of(e);
      }
    }
    return Optional.empty();
  }
}

package io.cambric.processor.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/**
 * Decides which forms of {@code init} and {@code apply} a module has for its {@code call}. Mutable:
 * it remembers the types of one processing round.
 */
final class ShorthandRules {

  private final Elements elements;
  private final Map<TypeElement, Boolean> functional = new HashMap<>();

  ShorthandRules(Elements elements) {
    this.elements = elements;
  }

  List<Member.Shorthand> shorthands(List<MethodModel> methods) {
    var shorthands = new ArrayList<Member.Shorthand>();
    for (var form : ShorthandForm.values()) {
      for (var method : methods) {
        if (method.name().equals("call") && isClear(method, form)) {
          shorthands.add(new Member.Shorthand(form, method));
        }
      }
    }
    return List.copyOf(shorthands);
  }

  /**
   * A lambda given to {@code init(Key, Fn)} must fit nothing else, and options given to {@code
   * apply(Variables, ApplyOptions, ...)} must be the call's options.
   */
  private boolean isClear(MethodModel call, ShorthandForm form) {
    if (call.isVoid() && form.needsOutput()) {
      return false;
    }
    var parameters = call.parameters();
    if (parameters.isEmpty()) {
      return true;
    }
    var last = parameters.getLast();
    if (parameters.size() <= 2 && fitsLambda(last.element().asType(), call)) {
      return false;
    }
    return Stream.of(parameters.getFirst())
        .map(p -> p.type().withoutAnnotations())
        .noneMatch(RuntimeTypes.APPLY_OPTIONS::equals);
  }

  private boolean fitsLambda(TypeMirror type, MethodModel call) {
    return switch (type) {
      case TypeVariable variable -> Owners.of(variable.asElement()).equals(call.element());
      case DeclaredType declared ->
          declared.asElement() instanceof TypeElement element
              && functional.computeIfAbsent(element, this::isFunctional);
      default -> false;
    };
  }

  private boolean isFunctional(TypeElement type) {
    // Interfaces of this processing round are still unknown, so earlier ones are not checked
    // either.
    if (type.getKind() != ElementKind.INTERFACE || Annotated.has(type, Annotated.GENERATED)) {
      return false;
    }
    var names =
        ElementFilter.methodsIn(elements.getAllMembers(type)).stream()
            .filter(method -> method.getModifiers().contains(Modifier.ABSTRACT))
            .filter(method -> !isOfObject(method))
            .map(Element::getSimpleName)
            .distinct();
    return names.count() == 1;
  }

  private boolean isOfObject(Element method) {
    var object = Objects.requireNonNull(elements.getTypeElement("java.lang.Object"));
    return ElementFilter.methodsIn(object.getEnclosedElements()).stream()
        .anyMatch(m -> m.getSimpleName().equals(method.getSimpleName()));
  }
}

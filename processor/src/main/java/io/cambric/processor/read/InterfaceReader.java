package io.cambric.processor.read;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.WildcardTypeName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * Reads the interfaces of {@code @Module(as = ...)} and infers their type arguments by laying each
 * abstract method over the definition's method of the same name.
 */
final class InterfaceReader {

  private final Elements elements;
  private final Types types;
  private final TypeReader typeReader;

  InterfaceReader(Elements elements, Types types, TypeReader typeReader) {
    this.elements = elements;
    this.types = types;
    this.typeReader = typeReader;
  }

  /** Reads one class literal; empty if it names no class, which the compiler itself reports. */
  Optional<InterfaceModel> read(AnnotationValue value, List<MethodModel> methods) {
    if (!(value.getValue() instanceof DeclaredType type)
        || !(type.asElement() instanceof TypeElement element)) {
      return Optional.empty();
    }
    var all = ElementFilter.methodsIn(elements.getAllMembers(element));
    var required =
        all.stream().filter(method -> method.getModifiers().contains(Modifier.ABSTRACT)).toList();
    var name = typeOf(element, required, methods);
    boolean hasShorthands = all.stream().anyMatch(ShorthandForm::isNamed);
    return Optional.of(new InterfaceModel(element, name, required, hasShorthands, value));
  }

  private TypeName typeOf(
      TypeElement element, List<ExecutableElement> requiredMethods, List<MethodModel> methods) {
    var name = ClassName.get(element);
    if (element.getTypeParameters().isEmpty()) {
      return name;
    }
    var found = new HashMap<String, TypeName>();
    for (var required : requiredMethods) {
      methods.stream()
          .filter(m -> matches(m, required))
          .forEach(m -> lay(required, element, m, found));
    }
    var arguments =
        element.getTypeParameters().stream()
            .map(p -> found.getOrDefault(p.getSimpleName().toString(), anything()))
            .toArray(TypeName[]::new);
    return ParameterizedTypeName.get(name, arguments);
  }

  private void lay(
      ExecutableElement required,
      TypeElement element,
      MethodModel method,
      Map<String, TypeName> found) {
    var variables =
        element.getTypeParameters().stream().map(p -> p.getSimpleName().toString()).toList();
    var declared = (DeclaredType) element.asType();
    var type = (ExecutableType) types.asMemberOf(declared, required);
    var matcher = new TypeMatcher(variables, found);
    for (int i = 0; i < method.parameters().size(); i++) {
      var wanted = typeReader.read(type.getParameterTypes().get(i), required);
      matcher.match(wanted, method.parameters().get(i).type());
    }
    matcher.match(typeReader.read(type.getReturnType(), required), method.returnType());
  }

  private static boolean matches(MethodModel method, ExecutableElement required) {
    return required.getSimpleName().contentEquals(method.name())
        && required.getParameters().size() == method.parameters().size();
  }

  private static TypeName anything() {
    return WildcardTypeName.subtypeOf(ClassName.OBJECT);
  }
}

package io.cambric.processor.read;

import com.palantir.javapoet.TypeName;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** The methods that every generated class inherits, by their signatures. */
public final class InheritedMethods {

  private final Set<String> signatures = new HashSet<>();

  /** Looks the methods up in the superclass of generated classes. */
  public InheritedMethods(Elements elements, Types types) {
    var superclass = elements.getTypeElement(RuntimeTypes.MODULE.canonicalName());
    if (superclass != null) {
      for (var method : ElementFilter.methodsIn(elements.getAllMembers(superclass))) {
        if (method.getModifiers().contains(Modifier.PUBLIC)
            || method.getModifiers().contains(Modifier.PROTECTED)) {
          signatures.add(signature(method, types));
        }
      }
    }
  }

  /** {@return whether a method of this erased signature, such as {@code copy()}, is inherited} */
  public boolean has(String signature) {
    return signatures.contains(signature);
  }

  private static String signature(ExecutableElement method, Types types) {
    return method.getSimpleName()
        + method.getParameters().stream()
            .map(p -> TypeName.get(types.erasure(p.asType())).toString())
            .collect(Collectors.joining(", ", "(", ")"));
  }
}

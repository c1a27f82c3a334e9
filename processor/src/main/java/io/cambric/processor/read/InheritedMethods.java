package io.cambric.processor.read;

import com.palantir.javapoet.TypeName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * The signatures of the methods that every generated class has in addition to the user's methods.
 * They are methods of the superclass, methods that transform a module, and options of transformed
 * modules.
 */
public final class InheritedMethods {

  private final Set<String> signatures = new HashSet<>();
  private final Map<String, String> verbs = new HashMap<>();

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
    for (var form : LiftedForm.ALL) {
      form.makers().forEach(maker -> signatures.add(maker.name() + "(java.lang.String[])"));
      var options = elements.getTypeElement(form.verbs().canonicalName());
      if (options != null) {
        ElementFilter.methodsIn(options.getEnclosedElements()).stream()
            .filter(method -> method.getModifiers().contains(Modifier.PUBLIC))
            .forEach(method ->
                verbs.putIfAbsent(signature(method, types), form.makers().getFirst().name()));
      }
    }
  }

  /** {@return the transformation with an option method of this erased signature} */
  public Optional<String> verb(String signature) {
    return Optional.ofNullable(verbs.get(signature));
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

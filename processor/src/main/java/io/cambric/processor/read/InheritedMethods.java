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
import org.jspecify.annotations.Nullable;

/**
 * The signatures of the methods that every generated class has in addition to the user's methods.
 * They are methods of the superclass, methods that transform a module, and options of transformed
 * modules.
 */
public final class InheritedMethods {

  /** The methods of the library, which are the same in all processing rounds. */
  private record Found(Set<String> signatures, Map<String, String> verbs) {}

  private final Elements elements;
  private final Types types;
  private @Nullable Found found;

  /** Looks the methods up in the superclass of generated classes, when first asked. */
  public InheritedMethods(Elements elements, Types types) {
    this.elements = elements;
    this.types = types;
  }

  private Found found() {
    var known = found;
    if (known == null) {
      known = find();
      found = known;
    }
    return known;
  }

  private Found find() {
    var signatures = new HashSet<String>();
    var verbs = new HashMap<String, String>();
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
      form.makers().forEach(maker -> signatures.add(maker + "(java.lang.String[])"));
      var options = elements.getTypeElement(form.verbs().canonicalName());
      if (options != null) {
        ElementFilter.methodsIn(options.getEnclosedElements()).stream()
            .filter(method -> method.getModifiers().contains(Modifier.PUBLIC))
            .forEach(
                method -> verbs.putIfAbsent(signature(method, types), form.makers().getFirst()));
      }
    }
    return new Found(signatures, verbs);
  }

  /** {@return the transformation with an option method of this erased signature} */
  public Optional<String> verb(String signature) {
    return Optional.ofNullable(found().verbs().get(signature));
  }

  /** {@return whether a method of this erased signature, such as {@code copy()}, is inherited} */
  public boolean has(String signature) {
    return found().signatures().contains(signature);
  }

  private static String signature(ExecutableElement method, Types types) {
    return method.getSimpleName()
        + method.getParameters().stream()
            .map(p -> TypeName.get(types.erasure(p.asType())).toString())
            .collect(Collectors.joining(", ", "(", ")"));
  }
}

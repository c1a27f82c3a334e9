package io.cambric.processor.read;

import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import java.util.List;
import javax.lang.model.element.ExecutableElement;

/**
 * A method of a definition that the generated class offers.
 *
 * @param element the method itself, for diagnostics
 * @param kind how the generated method runs it
 * @param takesParts whether its first parameter is the setup record, which is hidden
 * @param typeVariables its type parameters
 * @param returnType its return type
 * @param parameters its parameters, without the setup record
 * @param doc its Javadoc
 */
public record MethodModel(
    ExecutableElement element,
    Kind kind,
    boolean takesParts,
    List<TypeVariableName> typeVariables,
    TypeName returnType,
    List<ParameterModel> parameters,
    DocComment doc) {

  /** How a generated method runs the definition's method. */
  public enum Kind {
    /** In the module's scope, where submodules and parameters may be made. */
    COMPACT,
    /** As a compact method, in a scope named like it. */
    NAME_SCOPE,
    /** In the module's scope. */
    PLAIN,
    /** Unchanged, without entering the module's scope. */
    NOWRAP
  }

  /** {@return its name} */
  public String name() {
    return element.getSimpleName().toString();
  }

  /** {@return whether it returns nothing} */
  public boolean isVoid() {
    return returnType.equals(TypeName.VOID);
  }

  /** {@return whether it is the {@code call} of a layer, from array to array} */
  public boolean isLayer() {
    return name().equals("call")
        && isArray(returnType)
        && parameters.size() == 1
        && isArray(parameters.getFirst().type());
  }

  private static boolean isArray(TypeName type) {
    return type.withoutAnnotations().equals(RuntimeTypes.ARRAY);
  }
}

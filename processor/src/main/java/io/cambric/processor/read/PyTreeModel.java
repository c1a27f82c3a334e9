package io.cambric.processor.read;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import java.util.List;
import javax.lang.model.element.TypeElement;

/**
 * A record that transformations see through.
 *
 * @param element the record itself
 * @param name its name
 * @param typeVariables its type parameters
 * @param components its components
 * @param isPublic whether the record and all that encloses it are public
 * @param lint the kinds of warnings that the generated types can't avoid
 * @param wantsWithers whether it declares to implement the generated interface
 * @param witherInterfaces the interfaces of the record that ask for withers
 */
public record PyTreeModel(
    TypeElement element,
    ClassName name,
    List<TypeVariableName> typeVariables,
    List<ComponentModel> components,
    boolean isPublic,
    List<String> lint,
    boolean wantsWithers,
    List<TypeName> witherInterfaces) {

  /** {@return the name of the generated flattener} */
  public ClassName flattener() {
    return flattener(name);
  }

  /** {@return the name of the flattener of the record {@code name}} */
  public static ClassName flattener(ClassName name) {
    return ClassName.get(name.packageName(), String.join("_", name.simpleNames()) + "_Flattener");
  }

  /** {@return the name of the generated interface of withers} */
  public ClassName withers() {
    return withers(element, name.packageName());
  }

  /** {@return the name of the interface of withers for {@code record}} */
  static ClassName withers(TypeElement record, String packageName) {
    return ClassName.get(packageName, record.getSimpleName() + "With");
  }
}

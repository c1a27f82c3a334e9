package io.cambric.processor.read;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.TypeElement;

/**
 * A definition record and the module class to be generated from it.
 *
 * @param element the definition itself
 * @param annotation its {@code @Module} annotation, for diagnostics
 * @param definition the name of the definition
 * @param module the name of the generated class
 * @param prefix what automatic names begin with
 * @param preservesAdoptedNames whether modules made elsewhere keep names of their own
 * @param typeVariables the type parameters of both
 * @param components the hyperparameters
 * @param constructors the constructors that users may call
 * @param methods the methods that users may call
 * @param setup the setup method, if there is one
 * @param isLayer whether the generated class maps an array to an array
 * @param interfaces the interfaces that the user wishes
 * @param members the members of the generated class, in order
 * @param doc the Javadoc of the definition
 */
public record ModuleModel(
    TypeElement element,
    AnnotationMirror annotation,
    ClassName definition,
    ClassName module,
    String prefix,
    boolean preservesAdoptedNames,
    List<TypeVariableName> typeVariables,
    List<ComponentModel> components,
    List<ConstructorModel> constructors,
    List<MethodModel> methods,
    Optional<SetupModel> setup,
    boolean isLayer,
    List<InterfaceModel> interfaces,
    List<Member> members,
    DocComment doc) {

  /** {@return the simple name of the definition} */
  public String name() {
    return definition.simpleName();
  }

  /** {@return the definition with its own type parameters as arguments} */
  public TypeName definitionType() {
    return withTypeVariables(definition);
  }

  /** {@return the generated class with its own type parameters as arguments} */
  public TypeName moduleType() {
    return withTypeVariables(module);
  }

  /**
   * {@return whether a member implements a method of one of the interfaces} Of several that may, by
   * name and number of parameters, nobody knows.
   */
  public boolean overrides(Member member) {
    return interfaces.stream().anyMatch(i -> i.asksFor(member))
        && members.stream().filter(member::isLike).count() == 1;
  }

  /** {@return whether both have type parameters} */
  public boolean isGeneric() {
    return !typeVariables.isEmpty();
  }

  private TypeName withTypeVariables(ClassName type) {
    return isGeneric() ? parameterized(type) : type;
  }

  private TypeName parameterized(ClassName type) {
    var names = typeVariables.stream().map(v -> TypeVariableName.get(v.name()));
    return ParameterizedTypeName.get(type, names.toArray(TypeName[]::new));
  }
}

package io.cambric.processor.read;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
 * @param interfaces the interfaces that the user requests
 * @param members the members of the generated class, in order
 * @param lint the kinds of warnings that the generated class can't avoid
 * @param exampleImports the imports that its examples may need; none without examples
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
    List<InterfaceModel> interfaces,
    List<Member> members,
    List<String> lint,
    List<String> exampleImports,
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
   * {@return whether a member implements a method of one of the interfaces} If several members
   * match by name and number of parameters, the answer is uncertain.
   */
  public boolean overrides(Member member) {
    return interfaces.stream().anyMatch(i -> i.asksFor(member))
        && members.stream().filter(member::isLike).count() == 1;
  }

  /** {@return whether the generated class maps an array to an array} */
  public boolean isLayer() {
    return members.stream().anyMatch(m -> m instanceof Member.Call call && call.method().isLayer());
  }

  /** {@return the interface from which the generated class inherits init and apply, if it does} */
  public Optional<CallInterface> callInterface() {
    return CallInterface.of(members, interfaces);
  }

  /**
   * {@return this without members that can't be written}
   *
   * <p>Removing a method also removes the forms of init and apply that call it, and the interfaces
   * that require it.
   */
  public ModuleModel withoutMembers(Set<Member> faulty) {
    return with(
        interfaces.stream().filter(i -> faulty.stream().noneMatch(i::asksFor)).toList(),
        members.stream().filter(m -> !faulty.contains(m) && !m.follows(faulty)).toList());
  }

  /** {@return this without interfaces that can't be implemented} */
  public ModuleModel withoutInterfaces(Set<InterfaceModel> unmet) {
    return with(interfaces.stream().filter(i -> !unmet.contains(i)).toList(), members);
  }

  private ModuleModel with(List<InterfaceModel> keptInterfaces, List<Member> keptMembers) {
    return new ModuleModel(
        element,
        annotation,
        definition,
        module,
        prefix,
        preservesAdoptedNames,
        typeVariables,
        components,
        constructors,
        methods,
        setup,
        keptInterfaces,
        keptMembers,
        lint,
        exampleImports,
        doc);
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

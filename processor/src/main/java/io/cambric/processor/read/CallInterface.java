package io.cambric.processor.read;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/**
 * The interface from which a generated class inherits its forms of {@code init} and {@code apply}.
 *
 * @param call the method whose arguments these take
 */
public record CallInterface(MethodModel call) {

  /** The build generates an interface for each number of arguments up to this. */
  private static final int LARGEST = 5;

  private static final ClassName OF_ONE_ARGUMENT = RuntimeTypes.MODULE.peerClass("ModuleCall");

  private static final Pattern NAMES =
      Pattern.compile(Pattern.quote(OF_ONE_ARGUMENT.canonicalName()) + "\\d?");

  /**
   * {@return the interface of a module with these members and requested interfaces}
   *
   * <p>It is absent where an interface has no such forms, or not the same ones. Then the class has
   * its own.
   */
  static Optional<CallInterface> of(List<Member> members, List<InterfaceModel> interfaces) {
    var shorthands =
        members.stream()
            .filter(Member.Shorthand.class::isInstance)
            .map(Member.Shorthand.class::cast)
            .toList();
    boolean isSingle =
        shorthands.size() == ShorthandForm.values().length
            && shorthands.stream().map(Member.Shorthand::call).distinct().count() == 1;
    return isSingle
            && isOfReferences(shorthands.getFirst().call())
            && !needsOwnAnnotations(shorthands.getFirst().call())
            && interfaces.stream().noneMatch(InterfaceModel::hasShorthands)
            && members.stream()
                .filter(member -> !(member instanceof Member.Shorthand))
                .noneMatch(member -> shorthands.stream().anyMatch(member::isLike))
        ? Optional.of(new CallInterface(shorthands.getFirst().call()))
        : Optional.empty();
  }

  /** Whether type arguments can have the types of a method. */
  private static boolean isOfReferences(MethodModel call) {
    return call.typeVariables().isEmpty()
        && !call.element().isVarArgs()
        && !call.parameters().isEmpty()
        && call.parameters().size() <= LARGEST
        && !call.returnType().isPrimitive()
        && call.parameters().stream()
            .map(ParameterModel::type)
            .allMatch(CallInterface::isReference);
  }

  /** A boolean or an int is boxed. Other numbers would no longer take literals of int. */
  private static boolean isReference(TypeName type) {
    var plain = type.withoutAnnotations();
    return !plain.isPrimitive() || plain.equals(TypeName.BOOLEAN) || plain.equals(TypeName.INT);
  }

  private static boolean needsOwnAnnotations(MethodModel call) {
    return Annotated.has(call.element(), Annotated.DEPRECATED)
        || !Lint.suppressed(call.element()).isEmpty();
  }

  /** {@return whether such an interface declares a method} */
  public static boolean declares(ExecutableElement method) {
    return NAMES.matcher(Owners.of(method).toString()).matches();
  }

  /** {@return the call of a module that inherits its forms} */
  public static Optional<ExecutableElement> call(TypeElement module) {
    return ElementFilter.methodsIn(module.getEnclosedElements()).stream()
        .filter(own -> own.getSimpleName().contentEquals("call"))
        .findFirst();
  }

  /** {@return the interface with the types of the arguments and of the output} */
  public TypeName type() {
    int count = call.parameters().size();
    var types = new ArrayList<TypeName>();
    call.parameters().forEach(parameter -> types.add(parameter.type().box()));
    types.add(call.returnType());
    return ParameterizedTypeName.get(
        count == 1
            ? OF_ONE_ARGUMENT
            : OF_ONE_ARGUMENT.peerClass(OF_ONE_ARGUMENT.simpleName() + count),
        types.toArray(TypeName[]::new));
  }
}

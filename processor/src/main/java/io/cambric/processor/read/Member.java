package io.cambric.processor.read;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/** A method of a generated module class. */
public sealed interface Member {

  /** {@return its name} */
  String name();

  /** {@return the types of its parameters} */
  List<TypeName> parameterTypes();

  /** {@return the element of the definition that it comes from, for diagnostics} */
  Element origin();

  /** {@return its own type parameters, which erasure replaces} */
  default List<TypeVariableName> typeVariables() {
    return List.of();
  }

  /** {@return whether both have the same name and number of parameters} */
  default boolean isLike(Member other) {
    return name().equals(other.name()) && parameterTypes().size() == other.parameterTypes().size();
  }

  /** {@return whether it is a form of init or apply that calls one of these methods} */
  default boolean follows(Set<Member> methods) {
    return this instanceof Shorthand(_, var call) && methods.contains(new Call(call));
  }

  /** {@code X.of(...)}. */
  record Factory(ConstructorModel constructor) implements Member {
    @Override
    public String name() {
      return "of";
    }

    @Override
    public List<TypeName> parameterTypes() {
      return types(constructor.parameters());
    }

    @Override
    public Element origin() {
      return constructor.element();
    }

    @Override
    public List<TypeVariableName> typeVariables() {
      return constructor.typeVariables();
    }
  }

  /** The value of a component. */
  record Accessor(ComponentModel component) implements Member {
    @Override
    public String name() {
      return component.name();
    }

    @Override
    public List<TypeName> parameterTypes() {
      return List.of();
    }

    @Override
    public Element origin() {
      return component.element();
    }
  }

  /** A copy with another value of a component. */
  record Wither(ComponentModel component) implements Member {
    @Override
    public String name() {
      return ElementNames.wither(component.name());
    }

    @Override
    public List<TypeName> parameterTypes() {
      return List.of(component.type());
    }

    @Override
    public Element origin() {
      return component.element();
    }
  }

  /**
   * A copy with another value of a component, given as integers instead of a list or another type.
   */
  record IntWither(ComponentModel component, boolean isList) implements Member {

    private static final TypeName INTEGERS =
        ParameterizedTypeName.get(ClassName.get(List.class), ClassName.get(Integer.class));

    /**
     * {@return the member for a component that integers can give: a list of integers, or a type
     * that {@code of} makes from one}
     */
    static Optional<IntWither> of(ComponentModel component) {
      if (component.type().withoutAnnotations().equals(INTEGERS)) {
        return Optional.of(new IntWither(component, true));
      }
      var type = component.element().asType();
      // A module class has such a method, too, but there the integer is a hyperparameter.
      return (isInterface(type) || !component.mayHoldModule()) && isMadeOfInt(type)
          ? Optional.of(new IntWither(component, false))
          : Optional.empty();
    }

    private static boolean isInterface(TypeMirror type) {
      return type instanceof DeclaredType declared && declared.asElement().getKind().isInterface();
    }

    private static boolean isMadeOfInt(TypeMirror type) {
      return type.getKind() == TypeKind.DECLARED
          && type instanceof DeclaredType declared
          && declared.getTypeArguments().isEmpty()
          && ElementFilter.methodsIn(declared.asElement().getEnclosedElements()).stream()
              .anyMatch(method -> isConversion(method, declared));
    }

    private static boolean isConversion(ExecutableElement method, DeclaredType type) {
      return method.getSimpleName().contentEquals("of")
          && method.getModifiers().containsAll(Set.of(Modifier.PUBLIC, Modifier.STATIC))
          && method.getParameters().size() == 1
          && method.getParameters().getFirst().asType().getKind() == TypeKind.INT
          && method.getReturnType() instanceof DeclaredType returned
          && returned.asElement().equals(type.asElement());
    }

    @Override
    public String name() {
      return ElementNames.wither(component.name());
    }

    @Override
    public List<TypeName> parameterTypes() {
      return isList ? List.of(TypeName.INT, ArrayTypeName.of(TypeName.INT)) : List.of(TypeName.INT);
    }

    @Override
    public Element origin() {
      return component.element();
    }
  }

  /** The running module of this class. */
  record Self(Element origin) implements Member {

    /** Its name. */
    static final String NAME = "self";

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public List<TypeName> parameterTypes() {
      return List.of();
    }
  }

  /** A mirror of the setup record. */
  record Parts(SetupModel setup) implements Member {
    @Override
    public String name() {
      return setup.methodName();
    }

    @Override
    public List<TypeName> parameterTypes() {
      return List.of();
    }

    @Override
    public Element origin() {
      return setup.method();
    }
  }

  /** A method of the definition, in the module's scope. */
  record Call(MethodModel method) implements Member {
    @Override
    public String name() {
      return method.name();
    }

    @Override
    public List<TypeName> parameterTypes() {
      return types(method.parameters());
    }

    @Override
    public Element origin() {
      return method.element();
    }

    @Override
    public List<TypeVariableName> typeVariables() {
      return method.typeVariables();
    }
  }

  /** {@code init}, {@code initWithOutput} or {@code apply} of the method {@code call}. */
  record Shorthand(ShorthandForm form, MethodModel call) implements Member {
    @Override
    public String name() {
      return form.method();
    }

    @Override
    public List<TypeName> parameterTypes() {
      var types = new ArrayList<TypeName>(form.parameterTypes());
      types.addAll(types(call.parameters()));
      return List.copyOf(types);
    }

    @Override
    public Element origin() {
      return call.element();
    }

    @Override
    public List<TypeVariableName> typeVariables() {
      return call.typeVariables();
    }
  }

  private static List<TypeName> types(List<ParameterModel> parameters) {
    return parameters.stream().map(ParameterModel::type).toList();
  }
}

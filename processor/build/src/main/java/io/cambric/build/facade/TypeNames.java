package io.cambric.build.facade;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import com.palantir.javapoet.WildcardTypeName;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.SimpleTypeVisitor14;
import org.jspecify.annotations.Nullable;

/** Names types with their annotations, those of nullness, which JavaPoet alone leaves out. */
public final class TypeNames extends SimpleTypeVisitor14<TypeName, @Nullable Void> {

  private static final TypeNames VISITOR = new TypeNames();

  private TypeNames() {}

  /** {@return the name of a type with its annotations} */
  public static TypeName of(TypeMirror type) {
    var name = VISITOR.visit(type);
    var annotations = type.getAnnotationMirrors().stream().map(AnnotationSpec::get).toList();
    return annotations.isEmpty() ? name : name.annotated(annotations);
  }

  /** {@return a type parameter with its bounds} */
  public static TypeVariableName of(TypeParameterElement parameter) {
    var bounds = parameter.getBounds().stream().map(TypeNames::of).toArray(TypeName[]::new);
    return TypeVariableName.get(parameter.getSimpleName().toString(), bounds);
  }

  @Override
  public TypeName visitDeclared(DeclaredType type, @Nullable Void unused) {
    var raw = ClassName.get((TypeElement) type.asElement());
    var arguments = type.getTypeArguments().stream().map(TypeNames::of).toArray(TypeName[]::new);
    return arguments.length == 0 ? raw : ParameterizedTypeName.get(raw, arguments);
  }

  @Override
  public TypeName visitArray(ArrayType type, @Nullable Void unused) {
    return ArrayTypeName.of(of(type.getComponentType()));
  }

  @Override
  public TypeName visitTypeVariable(TypeVariable type, @Nullable Void unused) {
    return TypeVariableName.get(type.asElement().getSimpleName().toString());
  }

  @Override
  public TypeName visitWildcard(WildcardType type, @Nullable Void unused) {
    if (type.getExtendsBound() != null) {
      return WildcardTypeName.subtypeOf(of(type.getExtendsBound()));
    }
    return type.getSuperBound() != null
        ? WildcardTypeName.supertypeOf(of(type.getSuperBound()))
        : WildcardTypeName.subtypeOf(ClassName.OBJECT);
  }

  @Override
  protected TypeName defaultAction(TypeMirror type, @Nullable Void unused) {
    return TypeName.get(type);
  }
}

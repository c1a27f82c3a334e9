package io.cambric.build.facade;

import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ErrorType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.SimpleTypeVisitor14;
import org.jspecify.annotations.Nullable;

/** Whether a type names one that the compiler does not know. */
final class MissingTypes extends SimpleTypeVisitor14<Boolean, @Nullable Void> {

  MissingTypes() {
    super(false);
  }

  @Override
  public Boolean visitError(ErrorType type, @Nullable Void unused) {
    return true;
  }

  @Override
  public Boolean visitDeclared(DeclaredType type, @Nullable Void unused) {
    return type.getTypeArguments().stream().anyMatch(this::visit);
  }

  @Override
  public Boolean visitArray(ArrayType type, @Nullable Void unused) {
    return visit(type.getComponentType());
  }

  @Override
  public Boolean visitWildcard(WildcardType type, @Nullable Void unused) {
    return isMissing(type.getExtendsBound()) || isMissing(type.getSuperBound());
  }

  private boolean isMissing(@Nullable TypeMirror bound) {
    return bound != null && visit(bound);
  }
}

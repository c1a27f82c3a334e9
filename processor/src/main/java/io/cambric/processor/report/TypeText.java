package io.cambric.processor.report;

import java.util.stream.Collectors;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Types as messages write them: by simple names. */
public final class TypeText {

  private TypeText() {}

  /** {@return the text of a type} */
  public static String of(TypeMirror type) {
    return switch (type) {
      case ArrayType array -> of(array.getComponentType()) + "[]";
      case DeclaredType declared when declared.getKind() == TypeKind.DECLARED -> {
        var arguments =
            declared.getTypeArguments().stream()
                .map(TypeText::of)
                .collect(Collectors.joining(", "));
        var name = declared.asElement().getSimpleName().toString();
        yield arguments.isEmpty() ? name : name + "<" + arguments + ">";
      }
      default -> type.toString();
    };
  }
}

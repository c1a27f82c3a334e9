package io.cambric.processor.read;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import com.palantir.javapoet.WildcardTypeName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ErrorType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.Elements;
import javax.lang.model.util.SimpleTypeVisitor14;
import org.jspecify.annotations.Nullable;

/**
 * Names the types of one definition, with their type annotations. It finds types that aren't
 * generated yet among the definitions of the processing round. Mutable: it collects the types that
 * it can't name.
 */
final class TypeReader {

  private final RoundTypes roundTypes;
  private final SourceImports imports;
  private final String packageName;
  private final Elements elements;
  private final Set<MissingType> missing = new LinkedHashSet<>();
  private final Set<ClassName> mentioned = new LinkedHashSet<>();

  TypeReader(RoundTypes roundTypes, SourceImports imports, String packageName, Elements elements) {
    this.elements = elements;
    this.roundTypes = roundTypes;
    this.imports = imports;
    this.packageName = packageName;
  }

  /** {@return the classes that other definitions of this processing round are to generate} */
  Set<ClassName> mentioned() {
    return mentioned;
  }

  /**
   * {@return the types that no class of this processing round explains, each with the element that
   * uses it}
   */
  Set<MissingType> missing() {
    return missing;
  }

  /**
   * Names a type.
   *
   * @param type the type
   * @param user the element that uses it, which gets the report if the type is missing
   */
  TypeName read(TypeMirror type, Element user) {
    var name = type.accept(new Visitor(user), null);
    var annotations = type.getAnnotationMirrors().stream().map(AnnotationSpec::get).toList();
    return annotations.isEmpty() ? name : name.annotated(annotations);
  }

  /** Names type parameters with their bounds. */
  List<TypeVariableName> readAll(List<? extends TypeParameterElement> parameters) {
    var names = new ArrayList<TypeVariableName>();
    for (var parameter : parameters) {
      var bounds = parameter.getBounds().stream().map(b -> read(b, parameter)).toList();
      var name = parameter.getSimpleName().toString();
      names.add(TypeVariableName.get(name, bounds.toArray(TypeName[]::new)));
    }
    return List.copyOf(names);
  }

  private final class Visitor extends SimpleTypeVisitor14<TypeName, @Nullable Void> {

    private final Element user;

    Visitor(Element user) {
      this.user = user;
    }

    @Override
    public TypeName visitDeclared(DeclaredType type, @Nullable Void unused) {
      var rawName = ClassName.get((TypeElement) type.asElement());
      var enclosing = type.getEnclosingType();
      if (isInner(type.asElement())
          && enclosing.getKind() == TypeKind.DECLARED
          && read(enclosing, user) instanceof ParameterizedTypeName outer) {
        return outer.nestedClass(rawName.simpleName(), arguments(type));
      }
      return withArguments(rawName, type);
    }

    /**
     * Whether a type is an inner class. Some compilers give a static type an enclosing type, but
     * without type arguments.
     */
    private static boolean isInner(Element type) {
      return type.getKind() == ElementKind.CLASS && !type.getModifiers().contains(Modifier.STATIC);
    }

    @Override
    public TypeName visitError(ErrorType type, @Nullable Void unused) {
      var text = withoutArguments(type.toString());
      var generated = roundTypes.find(text, packageName, imports);
      generated.ifPresent(name -> mentioned.add(name.topLevelClassName()));
      var found = generated.or(() -> existing(text));
      if (found.isEmpty() && missing.stream().noneMatch(m -> m.text().equals(text))) {
        missing.add(new MissingType(text, user));
      }
      return withArguments(found.orElseGet(() -> ClassName.get("", text)), type);
    }

    /**
     * A class that exists. A type may count as missing only because one of its arguments is
     * missing.
     */
    private Optional<ClassName> existing(String text) {
      return text.contains(".")
          ? Optional.ofNullable(elements.getTypeElement(text)).map(ClassName::get)
          : Optional.empty();
    }

    @Override
    public TypeName visitArray(ArrayType type, @Nullable Void unused) {
      return ArrayTypeName.of(read(type.getComponentType(), user));
    }

    @Override
    public TypeName visitTypeVariable(TypeVariable type, @Nullable Void unused) {
      return TypeVariableName.get(type.asElement().getSimpleName().toString());
    }

    @Override
    public TypeName visitWildcard(WildcardType type, @Nullable Void unused) {
      if (type.getExtendsBound() != null) {
        return WildcardTypeName.subtypeOf(read(type.getExtendsBound(), user));
      }
      if (type.getSuperBound() != null) {
        return WildcardTypeName.supertypeOf(read(type.getSuperBound(), user));
      }
      return WildcardTypeName.subtypeOf(ClassName.OBJECT);
    }

    @Override
    protected TypeName defaultAction(TypeMirror type, @Nullable Void unused) {
      return TypeName.get(type);
    }

    private TypeName withArguments(ClassName rawName, DeclaredType type) {
      var arguments = arguments(type);
      return arguments.isEmpty()
          ? rawName
          : ParameterizedTypeName.get(rawName, arguments.toArray(TypeName[]::new));
    }

    private List<TypeName> arguments(DeclaredType type) {
      return type.getTypeArguments().stream().map(a -> read(a, user)).toList();
    }
  }

  /**
   * The text of an annotated type has its annotations in front of the simple name, and behind the
   * dot of a package that is unknown.
   */
  private static String withoutArguments(String text) {
    int arguments = text.indexOf('<');
    var bare = arguments < 0 ? text : text.substring(0, arguments);
    return bare.replaceAll("@[\\w.]+(?:\\([^)]*\\))?\\s*", "").strip().replaceFirst("^\\.", "");
  }
}

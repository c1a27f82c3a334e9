package io.cambric.processor.read;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeName;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Reads {@code @PyTree} records and setup records. */
public final class PyTreeReader {

  private final Elements elements;
  private final Types typeUtils;

  /** A reader that uses the compiler's utilities. */
  public PyTreeReader(Elements elements, Types typeUtils) {
    this.elements = elements;
    this.typeUtils = typeUtils;
  }

  /** Reads a record, naming unresolved types by {@code roundTypes}. */
  public ReadResult<PyTreeModel> read(TypeElement record, RoundTypes roundTypes) {
    var imports = SourceImports.of(record, elements);
    var packageName = elements.getPackageOf(record).getQualifiedName().toString();
    var types = new TypeReader(roundTypes, imports, packageName, elements);
    var docs = new DocReader(record, imports, roundTypes, elements);
    var model =
        new PyTreeModel(
            record,
            ClassName.get(record),
            types.readAll(record.getTypeParameters()),
            new ComponentReader(types, new ModuleHolders(elements, typeUtils))
                .read(record, docs.read(record)),
            Lint.isPublic(record),
            Lint.ofTree(record, elements),
            withers(record, elements).isPresent(),
            witherInterfaces(record, types));
    return ReadResult.of(model, types);
  }

  /** {@return the interface of withers that {@code record} declares to implement} */
  public static Optional<ClassName> withers(TypeElement record, Elements elements) {
    var packageName = elements.getPackageOf(record).getQualifiedName().toString();
    var name = PyTreeModel.withers(record, packageName);
    return record.getInterfaces().stream().anyMatch(i -> isNamed(i, name.simpleName()))
        ? Optional.of(name)
        : Optional.empty();
  }

  /**
   * The interfaces of the record that have withers. The generated interface extends them, since two
   * unrelated interfaces could not both have a wither.
   */
  private List<TypeName> witherInterfaces(TypeElement record, TypeReader types) {
    var withers =
        record.getRecordComponents().stream()
            .map(component -> ElementNames.wither(component.getSimpleName().toString()))
            .toList();
    return record.getInterfaces().stream()
        .filter(type ->
            type.getKind() == TypeKind.DECLARED
                && ElementFilter.methodsIn(
                        elements.getAllMembers((TypeElement) typeUtils.asElement(type)))
                    .stream()
                    .filter(method -> method.getModifiers().contains(Modifier.ABSTRACT))
                    .anyMatch(method -> withers.contains(method.getSimpleName().toString())))
        .map(type -> types.read(type, record))
        .toList();
  }

  private static boolean isNamed(TypeMirror type, String simpleName) {
    return type instanceof DeclaredType declared
        && declared.asElement().getSimpleName().contentEquals(simpleName);
  }
}

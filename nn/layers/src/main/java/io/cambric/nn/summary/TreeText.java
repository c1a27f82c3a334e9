package io.cambric.nn.summary;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.module.Module;
import io.cambric.module.ModuleType;
import io.cambric.scope.Params;
import io.cambric.scope.Partitioned;
import io.cambric.tree.TreeDef;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The text of trees of avals, in the block style of YAML, with constants in the form of Python. */
final class TreeText {

  private TreeText() {}

  /**
   * The text of a subtree.
   *
   * @param kind the kind of its lines
   */
  private record Block(Kind kind, String text) {

    enum Kind {
      LEAF,
      NAMES,
      ITEMS
    }
  }

  static String of(ShapeTree tree) {
    return of(tree.structure(), tree.leaves().iterator()).text();
  }

  /** {@return the arguments of a call, a single one without a list around it} */
  static String ofArguments(ShapeTree list) {
    return list.structure() instanceof TreeDef.Node(_, var children, _) && children.size() == 1
        ? of(children.getFirst(), list.leaves().iterator()).text()
        : of(list);
  }

  /** {@return variables by name} */
  static String of(Params params) {
    return block(params).text();
  }

  private static Block block(Object variable) {
    return switch (variable) {
      case Params params -> {
        var blocks = new TreeMap<String, Block>();
        params.entries().forEach((name, value) -> blocks.put(name, block(value)));
        yield named(blocks);
      }
      case Partitioned box -> {
        var names = box.names().stream().map(String::valueOf).collect(Collectors.joining(", "));
        var inner = block(box.value());
        yield new Block(inner.kind(), inner.text() + " P(" + names + ")");
      }
      case ShapeTree tree -> of(tree.structure(), tree.leaves().iterator());
      default -> new Block(Block.Kind.LEAF, leaf(variable));
    };
  }

  private static Block of(TreeDef def, Iterator<Object> leaves) {
    return switch (def) {
      case TreeDef.Leaf _ -> new Block(Block.Kind.LEAF, leaf(leaves.next()));
      case TreeDef.Absent _ -> new Block(Block.Kind.LEAF, "None");
      case TreeDef.Node node -> node(node, leaves);
    };
  }

  private static Block node(TreeDef.Node node, Iterator<Object> leaves) {
    var blocks = new LinkedHashMap<String, Block>();
    for (int i = 0; i < node.children().size(); i++) {
      blocks.put(node.type().childName(i), of(node.children().get(i), leaves));
    }
    return switch (node.type().label()) {
      case "list" ->
          new Block(
              Block.Kind.ITEMS,
              blocks.values().stream()
                  .map(block -> "- " + block.text().replace("\n", "\n  "))
                  .collect(Collectors.joining("\n")));
      case "map", "params", "variables" -> named(new TreeMap<>(blocks));
      default -> named(blocks);
    };
  }

  private static Block named(Map<String, Block> blocks) {
    var lines = new ArrayList<String>();
    blocks.forEach((name, block) ->
        lines.add(
            name
                + switch (block.kind()) {
                  case LEAF -> ": " + block.text();
                  case NAMES -> ":\n" + block.text().indent(2).stripTrailing();
                  // As in YAML, items have no extra indentation.
                  case ITEMS -> ":\n" + block.text();
                }));
    return new Block(Block.Kind.NAMES, String.join("\n", lines));
  }

  private static String leaf(Object leaf) {
    return switch (leaf) {
      case Array array -> leaf(array.aval());
      case ShapedArray(var shape, var dtype, _) -> {
        var dims = new ArrayList<String>();
        for (int dim : shape.toArray()) {
          dims.add(Integer.toString(dim));
        }
        yield dtype.jaxName() + "[" + String.join(",", dims) + "]";
      }
      case Module<?> module -> ModuleType.nameOf(module);
      case Boolean truth -> truth ? "True" : "False";
      default -> leaf.toString();
    };
  }
}
